import { deviceMapCalls, type DeviceMap } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import './readiness.css';

const transferOf = ({ status }: DeviceMap) => {
  if (status === 'SYNCING') return 'SENDING';
  return status === 'SYNC_FAILED' ? 'FAILED' : 'WAITING';
};

/** Warns before a start that the robot has an older version of the map than the published one. */
export function MapVersionMark({ deviceId, mapId }: { deviceId: string; mapId: string }) {
  const { t } = useTranslation('run');
  const { data } = useQuery({
    ...callQuery(deviceMapCalls.list, { deviceId, mapId }),
    enabled: may(deviceMapCalls.list.allow),
    meta: { silent: true },
  });
  const row = data?.list[0];
  if (!row || row.version === null || row.wanted === null || row.version >= row.wanted) return null;
  const { version, wanted } = row;
  return (
    <p className="map-version-mark">
      <StateMark tone="waiting" icon="map" word={t('ready.oldMap', { version, wanted })} />
      <small>{t(`ready.transfer.${transferOf(row)}`)}</small>
    </p>
  );
}
