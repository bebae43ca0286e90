import type { Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../kit/format/format.ts';

/** The site of a device, and below it its last reported position. */
export function DevicePlace({ device: { site, location } }: { device: Device }) {
  const { t } = useTranslation('devices/devices');
  if (!location) return site?.name ?? unknown;
  const at = t('locationAt', { x: formatNumber(location.x, 1), y: formatNumber(location.y, 1) });
  return (
    <>
      <span>{site?.name ?? unknown}</span>
      <small title={t('location')}>
        {location.mapName ?? t('foreignMap')} · {at}
      </small>
    </>
  );
}
