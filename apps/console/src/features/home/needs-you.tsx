import { deviceCalls, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { formatAgo } from '../../kit/format/format-ago.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useNow } from '../../kit/format/use-now.ts';
import { DeviceMark } from '../../shared/words/device-mark.tsx';
import { ranked, troubleLevel } from './needs.ts';

const renewMs = 15_000;
const maxRows = 8;

/** Devices that need attention: alarmed devices first, then offline devices by length of silence. */
export function NeedsYou() {
  const { t } = useTranslation('home');
  const now = useNow();
  const polling = { refetchInterval: renewMs };
  const alarmed = useQuery({
    ...callQuery(deviceCalls.list, { alarmLevel: troubleLevel, pageSize: 50 }),
    ...polling,
  });
  const silent = useQuery({
    ...callQuery(deviceCalls.list, { state: ['OFFLINE'], sort: 'lastSeenAt', pageSize: 50 }),
    ...polling,
  });
  const isPending = alarmed.isPending || silent.isPending;
  const devices = ranked(alarmed.data?.list ?? [], silent.data?.list ?? []).slice(0, maxRows);

  return (
    <section className="sl-welcome-panel">
      <header>
        <h2>{t('needsYou')}</h2>
        <Link to={pages.devices()}>{t('allDevices')}</Link>
      </header>
      {isPending && <Skeleton lines={4} />}
      {!isPending && devices.length === 0 && (
        <p className="sl-welcome-calm">
          <Icon name="check" size={20} />
          <span>
            <strong>{t('needsNobody')}</strong>
            {t('needsNobodyHint')}
          </span>
        </p>
      )}
      <ul>
        {devices.map(({ id, nickname, sn, live }) => (
          <li key={id}>
            <span className="sl-welcome-what">
              <strong>{nickname}</strong>
              <small>
                {sn} ·{' '}
                {live.alarmLevel >= troubleLevel
                  ? t('alarm', { level: live.alarmLevel })
                  : silence(live.lastSeenAt)}
              </small>
            </span>
            <DeviceMark live={live} />
            <Link to={pages.device({ id })} aria-label={`${t('look')}: ${nickname}`}>
              {t('look')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

  function silence(lastSeenAt: string | null) {
    return lastSeenAt ? t('silent', { ago: formatAgo(lastSeenAt, now) }) : t('silentEver');
  }
}
