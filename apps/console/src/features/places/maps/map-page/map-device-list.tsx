import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../../kit/format/format.ts';
import { DeviceMark } from '../../../../shared/words/device-mark.tsx';
import type { MapRobots } from '../../../../shared/robot/use-map-robots.ts';

/** The robots on this map with their current state. */
export function MapDeviceList({ robots: { devices, states } }: { robots: MapRobots }) {
  const { t } = useTranslation('places/maps');
  if (devices.length === 0) return null;
  return (
    <>
      <h2>
        {t('devices')} <small>{formatNumber(devices.length)}</small>
      </h2>
      <ul className="maps-devices">
        {devices.map(({ id, nickname }) => (
          <li key={id}>
            <Link to={pages.device({ id })}>{nickname}</Link>
            {states[id] && <DeviceMark live={states[id]} />}
          </li>
        ))}
      </ul>
    </>
  );
}
