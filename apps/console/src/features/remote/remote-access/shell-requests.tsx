import { pages, shellCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { deviceName } from '../../../shared/robot/use-device-choices.ts';
import './remote-access.css';

const renewMs = 30_000;
const rows = 50;

/** The shells that wait for the user's approval, each with a way to it. Nothing without one. */
export function ShellRequests() {
  const { t } = useTranslation('remote/remote-access');
  const { data } = useQuery({
    ...callQuery(shellCalls.list, { state: ['REQUESTED'], pageSize: rows }),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const waiting = data?.list.filter(({ may }) => may.approve) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className="sl-access-requests" aria-label={t('waiting')}>
      <h2>
        <Icon name="terminal" size={16} /> {t('waiting')}
      </h2>
      <ul>
        {waiting.map(({ id, device, requester, reason, requestedAt }) => (
          <li key={id}>
            {device && (
              <Link to={pages.device({ id: device.id, tab: 'diagnosis', shell: id })}>
                {deviceName(device)}
              </Link>
            )}
            <span>{t('waitingRow', { name: requester.name, company: requester.company, reason })}</span>
            <small>
              <Ago at={requestedAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
