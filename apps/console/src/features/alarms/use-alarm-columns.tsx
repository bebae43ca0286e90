import { runCalls, type AlarmEntry, pages } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../kit/format/ago.tsx';
import type { Column } from '../../kit/list/column.ts';
import { formatTimeExact, unknown } from '../../kit/format/format.ts';
import { may } from '../../kit/api/may.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { AlarmDuration, AlarmName } from './alarm-state.tsx';

/** The columns of a robot's alarms: what, since when, duration and run. */
export function useAlarmColumns(): readonly Column<AlarmEntry>[] {
  const { t } = useTranslation('alarms');
  return useMemo(
    (): Column<AlarmEntry>[] => [
      {
        key: 'alarm',
        title: t('alarm'),
        cell: (alarm) => (
          <span>
            <AlarmName {...alarm} />
            <small className="cell-clip" title={alarm.description}>
              {[
                alarm.code,
                alarm.count > 1 && t('times', { count: alarm.count }),
                // The robot's description adds to the translated code; for another vendor's vehicle it is the only text.
                alarm.description !== alarm.name && alarm.description,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        ),
      },
      { key: 'level', title: t('level'), width: '110px', cell: ({ level }) => t('levelOf', { level }) },
      {
        key: 'state',
        title: t('state'),
        width: '140px',
        cell: ({ clearedAt }) => (
          <StateMark
            tone={clearedAt === null ? 'waiting' : 'quiet'}
            icon={clearedAt === null ? 'alert' : 'check'}
            word={t(clearedAt === null ? 'open' : 'cleared')}
          />
        ),
      },
      { key: 'raised', title: t('raised'), width: '150px', cell: ({ raisedAt }) => <Ago at={raisedAt} /> },
      { key: 'duration', title: t('duration'), numeric: true, cell: (alarm) => <AlarmDuration {...alarm} /> },
      {
        key: 'run',
        title: t('run'),
        cell: ({ runId }) =>
          runId && may(runCalls.detail.allow) ? (
            <Link to={pages.task({ run: runId })}>{t('openRun')}</Link>
          ) : (
            <span className="sl-unknown">{unknown}</span>
          ),
      },
      {
        key: 'clearedAt',
        title: t('clearedAt'),
        hidden: true,
        cell: ({ clearedAt }) => formatTimeExact(clearedAt),
      },
    ],
    [t],
  );
}
