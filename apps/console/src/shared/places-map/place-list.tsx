import type { Place } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { stateOfPlaces } from './clusters.ts';
import { placeLooks } from './place-looks.ts';

interface Props {
  places: readonly Place[];
  onOpen?: (place: Place) => void;
}

/** Places as a list: those without coordinates, or all of them for readers without the map. */
export function PlaceList({ places, onOpen }: Props) {
  const { t } = useTranslation('places-map');
  return (
    <ul className="place-list">
      {places.map((place) => {
        const state = stateOfPlaces([place]);
        const counts = { online: formatNumber(place.online), total: formatNumber(place.devices) };
        return (
          <li key={place.id}>
            {onOpen ? (
              <button type="button" className="sl-identity" onClick={() => onOpen(place)}>
                {place.name}
              </button>
            ) : (
              <span>{place.name}</span>
            )}
            {place.address && <small>{place.address}</small>}
            <StateMark {...placeLooks[state]} word={`${t(`states.${state}`)} · ${t('robots', counts)}`} />
          </li>
        );
      })}
    </ul>
  );
}
