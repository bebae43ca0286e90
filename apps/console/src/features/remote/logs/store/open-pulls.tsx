import { deviceLogCalls, pages, type DeviceLog } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { LogActs } from '../log-acts.tsx';
import { LogState } from '../log-state.tsx';
import { useLogsLive } from '../use-logs-live.ts';
import { useLogWish } from '../use-log-words.ts';

const none: readonly DeviceLog[] = [];

/** The pulls of a robot that have not ended, with their progress. */
export function OpenPulls({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('remote/logs');
  const wishOf = useLogWish();
  const { data } = useQuery({
    ...callQuery(deviceLogCalls.list, { deviceId, state: ['WAITING', 'RUNNING'], page: 1, pageSize: 20 }),
    meta: { silent: true },
  });
  const logs = data?.list ?? none;
  useLogsLive(logs);
  if (logs.length === 0) return null;
  return (
    <section className="log-panel" aria-label={t('onItsWay')}>
      <h2>{t('onItsWay')}</h2>
      <ul className="log-results">
        {logs.map((log) => (
          <li key={log.id}>
            <Link className="log-wish" to={pages.deviceLog({ id: log.id })}>
              {wishOf(log)}
            </Link>
            <LogState log={log} />
            <LogActs log={log} />
          </li>
        ))}
      </ul>
    </section>
  );
}
