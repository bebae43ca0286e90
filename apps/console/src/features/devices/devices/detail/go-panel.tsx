import { deviceCalls, type Device, type MapDetail } from '@sweepline/contract';
import { obstacleTo } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useObstacleWord } from '../../../../shared/run/use-obstacle-word.ts';
import { useAction } from '../../../../kit/api/use-action.ts';

interface Place {
  x: number;
  y: number;
}

interface Props {
  device: Device;
  map: MapDetail;
  place: Place | null;
  onPlace: (place: Place) => void;
  onClose: () => void;
}

/**
 * Sends the device to a place. The button names the device, as the one that sends it to clean does. The place is a click on the map, or a named
 * point for keyboard users.
 */
export function GoPanel({ device, map, place, onPlace, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const go = useAction(deviceCalls.navigate, { done: null, after: onClose, also: ['runs'] });
  const obstacleWord = useObstacleWord();
  const obstacle = obstacleTo('NAVIGATE', device, map.id);
  const points = map.elements.points.filter(({ name }) => name !== '');
  return (
    <div className="sl-send">
      <h2>{t('goTitle')}</h2>
      <p>{t('goHint')}</p>
      <ul className="sl-send-points">
        {points.map(({ id, name, x, y }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={place?.x === x && place.y === y}
              onClick={() => onPlace({ x, y })}
            >
              <Icon name="pin" size={16} />
              {name}
            </button>
          </li>
        ))}
      </ul>
      {place && <p>{t('goPlace', { x: formatNumber(place.x, 1), y: formatNumber(place.y, 1) })}</p>}
      {obstacle && <p role="status">{obstacleWord(obstacle, device)}</p>}
      <div className="sl-send-end">
        <Button
          look="main"
          icon="navigate"
          busy={go.isPending}
          disabled={!place || obstacle !== undefined}
          onClick={() => place && go.mutate({ id: device.id, x: place.x, y: place.y, mapId: map.id })}
        >
          {place ? t('goAct', { name: device.nickname }) : t('choosePlace')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
