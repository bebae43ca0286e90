import { errorLevels, errorLogCalls, errorStates, type ErrorGroup } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { DayBars } from './day-bars.tsx';
import { ErrorDrawer } from './error-drawer.tsx';
import { LevelMark, ErrorStateMark } from './error-marks.tsx';
import './error-log.css';

/** Errors reported by browsers, one row per error with its count and the number of affected accounts. */
export function ErrorListPage() {
  const { t } = useTranslation('installation/errors');
  const list = useList(errorLogCalls.groups);
  const [opened, setOpened] = useAddress('group');
  const versions = useQuery({ ...callQuery(errorLogCalls.versions, {}), meta: { silent: true } });
  const open = useCallback((group: ErrorGroup) => setOpened(group.id), [setOpened]);
  const columns = useErrorColumns(open);
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <ChoiceFilter
              name="level"
              label={t('level')}
              options={errorLevels.map((value) => ({ value, label: t(`levels.${value}`) }))}
              several
            />
            <ChoiceFilter
              name="state"
              label={t('state')}
              options={errorStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
            <ChoiceFilter
              name="version"
              label={t('version')}
              options={(versions.data?.versions ?? []).map((value) => ({ value, label: value }))}
            />
          </>
        }
        actions={
          <Button icon="refresh" onClick={list.retry}>
            {t('renew')}
          </Button>
        }
        empty={<Empty icon="check" title={t('empty')} hint={t('emptyHint')} />}
      />
      {opened && (
        <ErrorDrawer
          groupId={opened}
          group={list.rows.find(({ id }) => id === opened)}
          onClose={() => setOpened('')}
        />
      )}
    </>
  );
}

function useErrorColumns(open: (group: ErrorGroup) => void): Column<ErrorGroup>[] {
  const { t } = useTranslation('installation/errors');
  return useMemo(
    () => [
      {
        key: 'desc',
        title: t('desc'),
        cell: (group) => (
          <>
            <button type="button" className="err-open" title={group.desc} onClick={() => open(group)}>
              {group.desc}
            </button>
            <small className="err-frame" title={group.frame}>
              {group.frame || unknown}
            </small>
          </>
        ),
      },
      { key: 'level', title: t('level'), width: '120px', cell: ({ level }) => <LevelMark level={level} /> },
      { key: 'days', title: t('days'), width: '130px', cell: ({ days }) => <DayBars days={days} /> },
      {
        key: 'count',
        title: t('count'),
        width: '90px',
        numeric: true,
        sort: 'count',
        cell: ({ count }) => formatNumber(count),
      },
      {
        key: 'accounts',
        title: t('accounts'),
        width: '110px',
        numeric: true,
        cell: ({ accounts }) => formatNumber(accounts),
      },
      { key: 'version', title: t('version'), width: '110px', cell: ({ version }) => version || unknown },
      {
        key: 'state',
        title: t('state'),
        width: '130px',
        cell: ({ state }) => <ErrorStateMark state={state} />,
      },
      {
        key: 'lastAt',
        title: t('lastAt'),
        width: '130px',
        sort: 'lastAt',
        cell: ({ lastAt }) => <Ago at={lastAt} />,
      },
      {
        key: 'firstAt',
        title: t('firstAt'),
        width: '130px',
        sort: 'firstAt',
        hidden: true,
        cell: ({ firstAt }) => <Ago at={firstAt} />,
      },
    ],
    [t, open],
  );
}
