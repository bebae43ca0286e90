import { monitorSeverities, pages, runCalls, type MonitoredDevice } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, formatPercent, formatShare, unknown } from '../../../../kit/format/format.ts';
import type { Column } from '../../../../kit/list/column.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { DeviceName } from '../../../../shared/robot/device-name.tsx';
import { DeviceMark } from '../../../../shared/words/device-mark.tsx';
import { useAlarmName } from '../../../../shared/timeline/use-alarm-name.ts';
import { levelTone } from '../../../../shared/words/level-tone.ts';

/** The columns of the robots with severe alarms: who, how it is, what is wrong, since when, and what stands still. */
export function useMonitorColumns(): Column<MonitoredDevice>[] {
  const { t } = useTranslation('alarms/monitoring');
  const alarmName = useAlarmName();
  return useMemo(
    () => [
      {
        key: 'robot',
        title: t('robot'),
        sort: 'name',
        cell: (row) => (
          <Link className="sl-identity" to={pages.monitorDetail({ id: row.id })}>
            <DeviceName device={row} />
          </Link>
        ),
      },
      { key: 'state', title: t('state'), cell: ({ live }) => <LiveCell live={live} /> },
      {
        key: 'severity',
        title: t('severity'),
        sort: 'severity',
        width: '170px',
        cell: ({ severity, serious, verySerious }) => (
          <span>
            <StateMark
              tone={levelTone(monitorSeverities[severity])}
              icon="alert"
              word={t(`severities.${severity}`)}
            />
            <small>
              {t('counts', {
                count: serious + verySerious,
                shown: formatNumber(serious + verySerious),
                worst: formatNumber(verySerious),
              })}
            </small>
          </span>
        ),
      },
      {
        key: 'worst',
        title: t('worst'),
        cell: ({ id, worst }) => (
          <span>
            <Link to={pages.monitorDetail({ id, alarm: worst.id })}>{alarmName(worst)}</Link>
            <small>
              {worst.code} · <Ago at={worst.raisedAt} />
            </small>
          </span>
        ),
      },
      {
        key: 'since',
        title: t('since'),
        sort: 'since',
        width: '130px',
        cell: ({ since }) => <Ago at={since} />,
      },
      {
        key: 'unprocessed',
        title: t('unprocessed'),
        sort: 'unprocessed',
        numeric: true,
        width: '120px',
        cell: ({ unprocessed }) => formatNumber(unprocessed),
      },
      { key: 'run', title: t('run'), cell: ({ run }) => <RunCell run={run} /> },
      {
        key: 'company',
        title: t('company'),
        cell: ({ companyName, site }) => (
          <span>
            {companyName}
            {site && <small>{site.name}</small>}
          </span>
        ),
      },
    ],
    [t, alarmName],
  );
}

/** The state and its age. A robot that is away cannot be examined; its battery is the last one it reported. */
function LiveCell({ live }: Pick<MonitoredDevice, 'live'>) {
  const { t } = useTranslation('alarms/monitoring');
  const { t: timeline } = useTranslation('timeline');
  return (
    <span>
      <DeviceMark live={live} />
      <small>
        {live.state === 'OFFLINE' ? (
          <>
            {t('offline')} · <Ago at={live.since} />
          </>
        ) : (
          <>
            {timeline('lanes.battery')} {formatPercent(live.soc)} · <Ago at={live.lastSeenAt} />
          </>
        )}
      </small>
    </span>
  );
}

function RunCell({ run }: Pick<MonitoredDevice, 'run'>) {
  if (!run) return <span className="sl-unknown">{unknown}</span>;
  return (
    <span>
      {may(runCalls.detail.allow) ? <Link to={pages.task({ run: run.id })}>{run.name}</Link> : run.name}
      <small>{formatShare(run.coverage)}</small>
    </span>
  );
}
