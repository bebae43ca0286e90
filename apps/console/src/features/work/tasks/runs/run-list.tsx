import { pages, runCalls, runKinds, runStates, taskCalls } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { ButtonLink } from '../button-link.tsx';
import { RunRowActions } from './run-row-actions.tsx';
import { useRunColumns } from './run-columns.tsx';

export function RunList() {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const list = useList(runCalls.list);
  const columns = useRunColumns();
  const devices = useDeviceChoices(list.filters.deviceId);
  const rowActions = useCallback((run: (typeof list.rows)[number]) => <RunRowActions run={run} />, []);
  const cleanNow = (
    <Allowed call={taskCalls.cleanNow}>
      <ButtonLink look="main" icon="play" to={pages.singleTask()}>
        {t('cleanNow')}
      </ButtonLink>
    </Allowed>
  );
  return (
    <ListPage
      title={t('runs')}
      list={list}
      columns={columns}
      rowActions={rowActions}
      actions={cleanNow}
      filters={
        <>
          <SearchFilter placeholder={t('searchRuns')} />
          <ChoiceFilter
            name="deviceId"
            label={t('device')}
            options={devices.options}
            onSearch={devices.search}
          />
          <ChoiceFilter name="state" label={t('state')} options={choices('runState', runStates)} several />
        </>
      }
      more={
        <ChoiceFilter
          name="kind"
          label={t('kind')}
          options={runKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        />
      }
      empty={
        <Empty icon="clean" title={t('noRuns')} hint={t('noRunsHint')}>
          {cleanNow}
        </Empty>
      }
    />
  );
}
