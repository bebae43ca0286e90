import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { DeviceMark } from '../../../shared/words/device-mark.tsx';
import { DeviceActions } from '../actions/device-actions.tsx';
import { DeviceBattery } from '../device-battery.tsx';
import { outlineOf, type DeviceDetail } from '../use-device.ts';

/** Name, state and its time. The next action is at the map. */
export function DeviceHeader({ detail: { device, live, openAlarms } }: { detail: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const outline = outlineOf(live, openAlarms);
  return (
    <header className="sl-device-head">
      <div className="sl-device-who">
        <h1>{device.nickname}</h1>
        <p>
          {device.sn} · {device.model}
          {device.site && ` · ${device.site.name}`}
        </p>
      </div>
      <div className="sl-device-how">
        <DeviceMark live={outline} binding={device.binding} />
        <DeviceBattery
          live={{
            state: outline.state,
            soc: live.battery?.value.soc ?? null,
            charging: live.battery?.value.charging ?? false,
          }}
        />
        <span className="sl-device-heard">
          {t('lastSeen')} <Ago at={live.connection.lastSeenAt} />
        </span>
      </div>
      <div className="sl-page-actions">
        <DeviceActions
          device={{ ...device, live: { ...device.live, ...outline, runId: live.run?.value.runId ?? null } }}
          inPage
        />
      </div>
    </header>
  );
}
