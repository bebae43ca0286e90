import type { Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Level } from '../../../kit/ui/level.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import './device-battery.css';

const lowPct = 20;
const emptyPct = 10;

const toneOf = (soc: number | null): Tone =>
  soc === null || soc >= lowPct ? 'working' : soc >= emptyPct ? 'waiting' : 'fault';

/** The last reported battery charge; grey while the current one is unknown. */
export function DeviceBattery({ live }: { live: Pick<Device['live'], 'soc' | 'charging' | 'state'> }) {
  const { t } = useTranslation('devices/devices');
  const tone = live.state === 'OFFLINE' ? 'quiet' : toneOf(live.soc);
  return (
    <span className="sl-battery">
      <Level label={t('battery')} value={live.soc} tone={tone} />
      {live.charging && (
        <span className="sl-battery-charging" title={t('charging')}>
          <Icon name="bolt" size={14} />
          <span className="sl-sr-only">{t('charging')}</span>
        </span>
      )}
    </span>
  );
}
