import { alarmCalls, pages, runCalls, type DeviceLog } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { formatTimeExact } from '../../../../kit/format/format.ts';
import { useRunName } from '../../../../shared/run/use-run-name.ts';
import { useAlarmName } from '../../../../shared/timeline/use-alarm-name.ts';

const hourMs = 3_600_000;
const rows = 30;

/** The period of the lines. Files have none: their last day is taken. */
const periodOf = ({ from, to, createdAt }: DeviceLog) => ({
  from: from ?? new Date(Date.parse(createdAt) - 24 * hourMs).toISOString(),
  to: to ?? createdAt,
});

const alarmPeriod = (log: DeviceLog) => {
  const { from, to } = periodOf(log);
  return { startTime: from, endTime: to };
};

interface Props {
  log: DeviceLog;
  onTime: (at: string) => void;
}

/** What the robot did in the period: its alarms and runs, each with a way to the lines of its time. */
export function LogBeside({ log, onTime }: Props) {
  return (
    <>
      {may(alarmCalls.list.allow) && <LogAlarms log={log} onTime={onTime} />}
      {may(runCalls.list.allow) && <LogRuns log={log} onTime={onTime} />}
    </>
  );
}

const TimeButton = ({ at, onTime }: { at: string; onTime: (at: string) => void }) => {
  const { t } = useTranslation('remote/logs');
  return (
    <button type="button" title={t('toLines')} onClick={() => onTime(at)}>
      <time dateTime={at}>{formatTimeExact(at)}</time>
    </button>
  );
};

function LogAlarms({ log, onTime }: Props) {
  const { t } = useTranslation('remote/logs');
  const nameOf = useAlarmName();
  const { data } = useQuery({
    ...callQuery(alarmCalls.list, {
      deviceId: log.device.id,
      ...alarmPeriod(log),
      sort: 'raisedAt',
      page: 1,
      pageSize: rows,
    }),
    meta: { silent: true },
  });
  return (
    <section className="log-panel">
      <h2>{t('alarms')}</h2>
      {data?.list.length === 0 && <p className="log-hint">{t('noAlarms')}</p>}
      <ul className="log-events">
        {data?.list.map((alarm) => (
          <li key={alarm.id}>
            <TimeButton at={alarm.raisedAt} onTime={onTime} />
            <Link to={pages.alarm({ id: alarm.id })}>
              {nameOf({ ...alarm, text: alarm.name || alarm.description })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LogRuns({ log, onTime }: Props) {
  const { t } = useTranslation('remote/logs');
  const nameOf = useRunName();
  const { data } = useQuery({
    ...callQuery(runCalls.list, { deviceId: log.device.id, ...periodOf(log), page: 1, pageSize: rows }),
    meta: { silent: true },
  });
  const runs = data?.list;
  return (
    <section className="log-panel">
      <h2>{t('runs')}</h2>
      {runs?.length === 0 && <p className="log-hint">{t('noRuns')}</p>}
      <ul className="log-events">
        {runs?.map((run) => (
          <li key={run.id}>
            {run.startedAt && <TimeButton at={run.startedAt} onTime={onTime} />}
            <Link to={pages.task({ run: run.id })}>{nameOf(run)}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
