import { pages, type Device, type MapDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

interface Props {
  device: Device;
  map: MapDetail;
  zoneIds: readonly string[];
  onZone: (zoneId: string) => void;
}

/** The areas of a map to choose from, each with its place in the order of cleaning. */
export function CleanAreas({ device, map, zoneIds, onZone }: Props) {
  const { t } = useTranslation('devices/devices');
  const areas = map.elements.zones.filter(({ type }) => type === 'CLEAN');
  return (
    <>
      {areas.length === 0 && (
        <p>
          {t('noZones')}{' '}
          <Link to={pages.mapEditor({ id: map.id, deviceId: device.id })}>{t('drawZone')}</Link>
        </p>
      )}
      <ul className="sl-send-areas">
        {areas.map(({ id, name }) => {
          const order = zoneIds.indexOf(id) + 1;
          return (
            <li key={id}>
              <label>
                <input type="checkbox" checked={order > 0} onChange={() => onZone(id)} />
                {name}
                {order > 0 && <span className="sl-send-order">{order}</span>}
              </label>
            </li>
          );
        })}
      </ul>
    </>
  );
}
