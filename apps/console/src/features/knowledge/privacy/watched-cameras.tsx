import { pages, privacyCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { RecordPanel } from './record-panel.tsx';

/** Who watched cameras of the company's robots. */
export function WatchedCameras() {
  const { t } = useTranslation('knowledge/privacy');
  const watched = useQuery({ ...callQuery(privacyCalls.watched, {}), meta: { silent: true } });
  return (
    <RecordPanel title={t('watched')} query={watched} none={t('watchedNone')}>
      {watched.data?.list.map(({ id, deviceId, deviceName, viewer, company, reason, openedAt, endedAt }) => (
        <li key={id}>
          <span className="sl-panel-what">
            <span>
              <strong>{viewer}</strong> {company} →{' '}
              <Link to={pages.device({ id: deviceId })}>{deviceName}</Link>
            </span>
            <small>
              {endedAt
                ? t('span', { from: formatTime(openedAt), to: formatTime(endedAt) })
                : formatTime(openedAt)}{' '}
              {reason}
            </small>
          </span>
        </li>
      ))}
    </RecordPanel>
  );
}
