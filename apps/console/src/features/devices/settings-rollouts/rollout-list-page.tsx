import {
  pages,
  rolloutKinds,
  rolloutStates,
  settingsRolloutCalls,
  type SettingsRollout,
} from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { GroupTabs } from '../../../shared/device-picker/group-tabs.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { progressMarks } from './marks.ts';
import './settings-rollouts.css';

function useRolloutColumns(): Column<SettingsRollout>[] {
  const { t } = useTranslation('devices/settings-rollouts');
  return useMemo(
    () => [
      {
        key: 'what',
        title: t('what'),
        width: '32%',
        cell: ({ id, kind, source, model }) => (
          <>
            <Link className="sl-identity" to={pages.settingsRollout({ id })}>
              {t(`kind.${kind}`, { name: source.name })}
            </Link>
            <small>{model}</small>
          </>
        ),
      },
      {
        key: 'progress',
        title: t('progressTitle'),
        cell: ({ counts }) => (
          <span className="sr-counts">
            {(Object.keys(progressMarks) as (keyof typeof progressMarks)[])
              .filter((progress) => counts[progress])
              .map((progress) => (
                <StateMark
                  key={progress}
                  {...progressMarks[progress]}
                  word={`${counts[progress]} ${t(`progress.${progress}`)}`}
                />
              ))}
          </span>
        ),
      },
      {
        key: 'when',
        title: t('step.when'),
        cell: ({ dueAt, startedAt, createdAt, state }) =>
          state === 'SCHEDULED' && dueAt ? formatTime(dueAt) : <Ago at={startedAt ?? createdAt} />,
      },
      { key: 'by', title: t('by'), cell: ({ by }) => by },
    ],
    [t],
  );
}

/** Rollouts of settings to several robots, started and planned. */
export function RolloutListPage() {
  const { t } = useTranslation('devices/settings-rollouts');
  const list = useList(settingsRolloutCalls.list);
  const columns = useRolloutColumns();
  const send = (
    <Allowed call={settingsRolloutCalls.start}>
      <Link className="sl-button sl-button-main" to={pages.settingsSync()}>
        {t('syncTitle')}
      </Link>
    </Allowed>
  );
  return (
    <div className="sl-stacked">
      <GroupTabs value="rollouts" />
      <ListPage
        title={t('rollouts')}
        list={list}
        columns={columns}
        actions={send}
        filters={
          <>
            <ChoiceFilter
              name="kind"
              label={t('what')}
              options={rolloutKinds.map((value) => ({ value, label: t(`kindName.${value}`) }))}
            />
            <ChoiceFilter
              name="state"
              label={t('state')}
              options={rolloutStates.map((value) => ({ value, label: t(`stateName.${value}`) }))}
            />
          </>
        }
        empty={
          <Empty icon="upload" title={t('noRollouts')} hint={t('noRolloutsHint')}>
            {send}
          </Empty>
        }
      />
    </div>
  );
}
