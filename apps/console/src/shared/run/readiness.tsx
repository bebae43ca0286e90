import { deviceCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/format/ago.tsx';
import { callQuery } from '../../kit/api/api.ts';
import { Level } from '../../kit/ui/level.tsx';
import { may } from '../../kit/api/may.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { MapVersionMark } from './map-version-mark.tsx';
import { ReadinessMark } from './readiness-mark.tsx';
import { readinessOf } from './readiness-rules.ts';
import './readiness.css';

interface Props {
  deviceId: string;
  /** The map of the task. */
  mapId?: string | undefined;
}

/** Whether the robot can work now, by its last report, shown before a user starts it. */
export function Readiness({ deviceId, mapId }: Props) {
  const { t } = useTranslation('run');
  const { data } = useQuery({
    ...callQuery(deviceCalls.detail, { id: deviceId }),
    enabled: may(deviceCalls.detail.allow),
    meta: { silent: true },
  });
  if (!data) return null;
  const { device, openAlarms } = data;
  const { live } = device;
  const readiness = readinessOf(data.live, openAlarms, device.binding);
  const elsewhere = mapId !== undefined && live.mapId !== null && live.mapId !== mapId;
  return (
    <>
      <ul className="readiness" aria-label={t('ready.question')}>
        <li>
          <ReadinessMark readiness={readiness} />
          {live.state !== 'ONLINE' && <Ago at={live.lastSeenAt} />}
        </li>
        <li>
          <Level value={live.soc} label={t('ready.battery')} />
        </li>
        {elsewhere && (
          <li>
            <StateMark tone="waiting" icon="map" word={t('ready.otherMap')} />
          </li>
        )}
      </ul>
      {mapId !== undefined && <MapVersionMark deviceId={deviceId} mapId={mapId} />}
    </>
  );
}
