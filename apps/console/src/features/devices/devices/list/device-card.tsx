import type { Device } from '@sweepline/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Level } from '../../../../kit/ui/level.tsx';
import { DeviceMark } from '../../../../shared/words/device-mark.tsx';
import { DeviceActions } from '../actions/device-actions.tsx';
import { DeviceBattery } from '../device-battery.tsx';
import { DeviceName } from '../device-name.tsx';

function Card({ device }: { device: Device }) {
  const { t } = useTranslation('devices/devices');
  const { live } = device;
  const working = live.runId !== null && live.coverage !== null;
  return (
    <li className={`sl-device-card ${live.state === 'OFFLINE' ? 'sl-device-silent' : ''}`}>
      <header>
        <div>
          <DeviceName device={device} />
        </div>
        <div>
          <DeviceActions device={device} />
        </div>
      </header>
      <DeviceMark live={live} binding={device.binding} />
      <dl>
        <div>
          <dt>{t('battery')}</dt>
          <dd>
            <DeviceBattery live={live} />
          </dd>
        </div>
        <div>
          <dt>{t('run')}</dt>
          <dd>
            <Level label={t('run')} value={working ? Number(live.coverage) * 100 : null} />
          </dd>
        </div>
      </dl>
      <footer>
        <span>{device.site?.name ?? t('unplaced')}</span>
        <Ago at={live.lastSeenAt} />
      </footer>
    </li>
  );
}

/** Renders again only when its own device changes. */
export const DeviceCard = memo(Card);
