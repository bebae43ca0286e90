import { pages, type Task } from '@sweepline/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { dayOf } from '../../../../kit/format/days.ts';
import { TimeIn } from '../../../../kit/format/time-in.tsx';
import { formatArea, unknown } from '../../../../kit/format/format.ts';
import { DeviceName } from '../../../../shared/robot/device-name.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { howColumn } from '../how-column.tsx';
import { LastRun } from './last-run.tsx';
import { TaskMark } from '../task-mark.tsx';

const uncleanedOf = (run: Task['lastRun']) =>
  run && run.plannedM2 !== null && run.cleanedM2 !== null ? Math.max(0, run.plannedM2 - run.cleanedM2) : null;

export function useTaskColumns(): readonly Column<Task>[] {
  const { t } = useTranslation('work/tasks');
  const { word } = useWords();
  return useMemo(
    (): Column<Task>[] => [
      {
        key: 'name',
        title: t('name'),
        sort: 'name',
        cell: (task) => (
          <span>
            <Link to={pages.task({ id: task.id })}>{task.name}</Link>
            <small className="cell-clip">{task.companyName}</small>
          </span>
        ),
      },
      { key: 'device', title: t('device'), cell: ({ device }) => <DeviceName device={device} /> },
      {
        key: 'where',
        title: t('where'),
        cell: ({ map, zones }) => (
          <span>
            <span className="cell-clip">{map.name}</span>
            <small className="cell-clip" title={zones.map(({ name }) => name).join(', ')}>
              {zones.map(({ name }) => name).join(', ')}
            </small>
          </span>
        ),
      },
      {
        key: 'planned',
        title: t('planned'),
        numeric: true,
        cell: ({ plannedM2 }) => <Figure value={formatArea(plannedM2)} />,
      },
      howColumn(t, word),
      {
        key: 'state',
        title: t('state'),
        cell: (task) => (
          <span>
            <TaskMark task={task} />
            {task.sync?.state === 'FAILED' && (
              <small className="task-not-synced" title={task.sync.code}>
                {t('sync.FAILED')}
              </small>
            )}
          </span>
        ),
      },
      {
        key: 'lastRun',
        title: t('lastRun'),
        cell: ({ lastRun }) => <LastRun run={lastRun} />,
      },
      {
        key: 'next',
        title: t('next'),
        cell: ({ id, nextDueAt, nextDueTimezone }) =>
          nextDueAt ? (
            <Link
              to={pages.calendar({ day: dayOf(nextDueAt, nextDueTimezone ?? undefined), view: 'day' })}
              className="plain-link"
            >
              <TimeIn at={nextDueAt} zone={nextDueTimezone} />
            </Link>
          ) : (
            <Link to={pages.calendar({ plan: id })} className="plain-link sl-unknown">
              {unknown}
            </Link>
          ),
      },
      ...moreColumns(t, word),
    ],
    [t, word],
  );
}

type Words = ReturnType<typeof useWords>['word'];

/** Offered by the column chooser. */
const moreColumns = (t: TFunction<'work/tasks'>, word: Words): Column<Task>[] => [
  {
    key: 'site',
    title: t('site'),
    hidden: true,
    cell: ({ siteName }) => siteName ?? <span className="sl-unknown">{unknown}</span>,
  },
  {
    key: 'strategy',
    title: t('fields.strategy'),
    hidden: true,
    cell: ({ strategy, pattern }) => (
      <span>
        {word('strategy', strategy)}
        <small>{word('pattern', pattern)}</small>
      </span>
    ),
  },
  {
    key: 'cleaned',
    title: t('cleaned'),
    numeric: true,
    hidden: true,
    cell: ({ lastRun }) => <Figure value={formatArea(lastRun?.cleanedM2)} />,
  },
  {
    key: 'uncleaned',
    title: t('uncleaned'),
    numeric: true,
    hidden: true,
    cell: ({ lastRun }) => (
      <Figure value={formatArea(uncleanedOf(lastRun))} formula={t('uncleanedFormula')} />
    ),
  },
  {
    key: 'reason',
    title: t('reason'),
    hidden: true,
    cell: ({ lastRun }) => (lastRun?.code ? word('reply', lastRun.code) : unknown),
  },
  {
    key: 'created',
    title: t('created'),
    sort: 'createdAt',
    hidden: true,
    cell: ({ createdAt, createdBy }) => (
      <span>
        <AgoBy at={createdAt} by={createdBy ?? unknown} />
      </span>
    ),
  },
  {
    key: 'updated',
    title: t('updated'),
    sort: 'updatedAt',
    hidden: true,
    cell: ({ updatedAt, updatedBy }) => (
      <span>
        <AgoBy at={updatedAt} by={updatedBy} />
      </span>
    ),
  },
];
