import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/format/ago.tsx';
import { Level } from '../../kit/ui/level.tsx';
import { MapVersionMark } from './map-version-mark.tsx';
import { ReadinessMark } from './readiness-mark.tsx';
import { readinessOf } from './readiness-rules.ts';
import { useListedDevice } from './use-act-obstacle.ts';
import './readiness.css';

interface Props {
  deviceId: string;
  /** The map of the task. */
  mapId?: string | undefined;
}

/** Whether the robot can work now, by its last report, shown before a user starts it. */
export function Readiness({ deviceId, mapId }: Props) {
  const { t } = useTranslation('run');
  const device = useListedDevice(deviceId);
  if (!device) return null;
  const { live } = device;
  return (
    <>
      <ul className="readiness" aria-label={t('ready.question')}>
        <li>
          <ReadinessMark readiness={readinessOf(device, mapId)} robot={device} />
          {live.state !== 'ONLINE' && <Ago at={live.lastSeenAt} />}
        </li>
        <li>
          <Level value={live.soc} label={t('ready.battery')} />
        </li>
      </ul>
      {mapId !== undefined && <MapVersionMark deviceId={deviceId} mapId={mapId} />}
    </>
  );
}
