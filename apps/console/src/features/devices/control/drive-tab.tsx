import { controlPasswordCalls, permissions, type DeviceLive } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useMapRobots } from '../../../shared/robot/use-map-robots.ts';
import { useMapRotation } from '../../../shared/robot/use-map-turn.ts';
import { useAddress } from '../../../kit/list/use-address.ts';
import './drive.css';
import { DriveHistory } from './drive-history.tsx';
import { DriveMap } from './drive-map.tsx';
import { DrivePanel } from './drive-panel.tsx';
import { DriveView } from './drive-view.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useFloor } from '../../../map-view/use-floor.ts';

interface Props {
  detail: {
    device: { id: string; nickname: string; companyName: string };
    live: DeviceLive;
    capabilities: readonly string[];
  };
}

/** Manual control of a robot: the floor around it, the controls, and past drives. */
export function DriveTab({ detail: { device, live, capabilities } }: Props) {
  const turnDeg = useMapRotation(device.id, capabilities);
  const { t } = useTranslation('devices/control');
  const [view, setView] = useAddress('view', 'wheel');
  const [setting, setSetting] = useState(false);
  const map = useFloor(live.position?.value.mapId);
  const floor = useMemo(
    () => ({ id: map?.id ?? '', devices: (map?.devices ?? []).filter(({ id }) => id !== device.id) }),
    [map, device.id],
  );
  const { robots: others } = useMapRobots(floor);
  const online = live.connection.state === 'ONLINE';
  return (
    <>
      <div className="sl-drive-views">
        <Segments
          label={t('views')}
          value={view === 'history' ? 'history' : 'wheel'}
          options={[
            { value: 'wheel', text: t('wheel') },
            { value: 'history', text: t('history') },
          ]}
          onChange={setView}
        />
        {may(controlPasswordCalls.update.allow) && (
          <Button icon="key" onClick={() => setSetting(true)}>
            {t('setPassword')}
          </Button>
        )}
      </div>
      {view === 'history' ? (
        <DriveHistory deviceId={device.id} />
      ) : (
        <DriveView
          key={device.id}
          device={{ id: device.id, name: device.nickname }}
          online={online}
          mayWatch={capabilities.includes('video') && may(permissions.deviceVideo)}
          map={<DriveMap name={device.nickname} live={live} map={map} others={others} turnDeg={turnDeg} />}
        >
          {(isBlind) => (
            <DrivePanel
              deviceId={device.id}
              name={device.nickname}
              shared={false}
              online={online}
              heldRun={live.run?.value.state === 'PAUSED'}
              isBlind={isBlind}
              onSetPassword={() => setSetting(true)}
            />
          )}
        </DriveView>
      )}
      {setting && <PasswordDialog device={device} onClose={() => setSetting(false)} />}
    </>
  );
}
