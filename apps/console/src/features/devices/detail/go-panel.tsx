import { deviceCalls, type Device, type MapDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

interface Place {
  x: number;
  y: number;
}

interface Props {
  device: Device;
  map: MapDetail;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  onClose: () => void;
}

/** Sends the device to a place: a click on the map, or a named point for keyboard users. */
export function GoPanel({ device, map, place, onPlace, onClose }: Props) {
  const { t } = useTranslation('devices');
  const go = useAction(deviceCalls.navigate, { done: null, after: onClose, also: ['runs'] });
  const points = map.elements.points.filter(({ name }) => name !== '');
  return (
    <div className="sl-send">
      <h2>{t('goTitle')}</h2>
      <p>{t('goHint')}</p>
      <ul className="sl-send-points">
        {points.map(({ id, name, x, y }) => (
          <li key={id}>
            <button type="button" onClick={() => onPlace({ x, y })}>
              <Icon name="pin" size={16} />
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div className="sl-send-end">
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
      {place && (
        <ConfirmDialog
          title={t('goConfirm', { name: device.nickname })}
          act={t('go')}
          busy={go.isPending}
          onConfirm={() => go.mutate({ id: device.id, x: place.x, y: place.y, mapId: map.id })}
          onClose={() => onPlace(null)}
        >
          {t('goPlace', { x: formatNumber(place.x, 1), y: formatNumber(place.y, 1) })}
        </ConfirmDialog>
      )}
    </div>
  );
}
