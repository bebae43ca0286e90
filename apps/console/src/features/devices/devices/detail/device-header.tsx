import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { DeviceMark } from '../../../../shared/words/device-mark.tsx';
import { DailyActs } from '../../../../shared/acts/daily-acts.tsx';
import { DeviceActions } from '../actions/device-actions.tsx';
import { DeviceBattery } from '../device-battery.tsx';
import { listedDevice } from '../../../../shared/robot/listed-device.ts';
import type { DeviceDetail } from '../device-detail.ts';

/** Name, state and its time. The next action is at the map. */
export function DeviceHeader({ detail }: { detail: DeviceDetail }) {
  const { t } = useTranslation('devices/devices');
  const device = listedDevice(detail);
  const { live } = device;
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
        <DeviceMark live={live} binding={device.binding} relocationEndsAt={detail.live.relocationEndsAt} />
        <DeviceBattery live={live} />
        <span className="sl-device-heard">
          {t('lastSeen')} <Ago at={live.lastSeenAt} />
        </span>
      </div>
      <div className="sl-page-actions">
        <DailyActs>
          <DeviceActions device={device} inPage />
        </DailyActs>
      </div>
    </header>
  );
}
