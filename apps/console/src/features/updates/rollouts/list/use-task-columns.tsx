import { pages, type OtaTask } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, formatTime, unknown } from '../../../../kit/format/format.ts';
import type { Column } from '../../../../kit/list/column.ts';
import { CountBar } from '../../../../shared/updates/count-bar.tsx';
import { TaskMark } from '../task-mark.tsx';

export function useTaskColumns(): Column<OtaTask>[] {
  const { t } = useTranslation('updates/rollouts');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '20%',
        sort: 'name',
        cell: ({ id, name, companyName }) => (
          <>
            <Link className="sl-identity" to={pages.otaTask({ id })} title={name}>
              {name}
            </Link>
            <small>{companyName}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '170px',
        cell: ({ state, reason }) => <TaskMark state={state} reason={reason} />,
      },
      {
        key: 'package',
        title: t('package'),
        cell: ({ package: { name, version }, kind, force }) => (
          <>
            {name}
            <small>
              {[kind === 'ROLLBACK' && t('kind.ROLLBACK'), version, force && t('forced')]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </>
        ),
      },
      {
        key: 'progress',
        title: t('progress'),
        width: '22%',
        cell: ({ counts }) => (counts.total > 0 ? <CountBar counts={counts} /> : unknown),
      },
      {
        key: 'stage',
        title: t('stageTitle'),
        cell: ({ stage, stages }) =>
          stage === null
            ? t('stageCount', { count: stages, number: formatNumber(stages) })
            : t('stageOf', { number: formatNumber(stage + 1), total: formatNumber(stages) }),
      },
      { key: 'deadline', title: t('deadline'), cell: ({ deadline }) => formatTime(deadline) },
      {
        key: 'created',
        title: t('created'),
        sort: 'createdAt',
        cell: ({ createdAt, createdBy }) => (
          <>
            <Ago at={createdAt} />
            <small>{createdBy}</small>
          </>
        ),
      },
      ...(['started', 'ended'] as const).map((key) => ({
        key,
        title: t(key),
        sort: `${key}At`,
        hidden: true,
        cell: (task: OtaTask) => <Ago at={task[`${key}At`]} />,
      })),
    ],
    [t],
  );
}
