import type { ScreenView } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { PlaceList } from '../../../shared/places-map/place-list.tsx';
import { PlacesMap } from '../../../shared/places-map/places-map.tsx';
import { isLocated } from '../../../shared/places-map/use-clusters.ts';
import { useSize } from '../../../shared/places-map/use-size.ts';

const maxListed = 7;
/** Lines of text that fit above each other on a large screen. */
const linesPerScreen = 25;

/** Places on a map, and beside it the largest ones and those without coordinates. */
export function PlacesScene({ places: { list, total } }: { places: NonNullable<ScreenView['places']> }) {
  const { t } = useTranslation('screens');
  const box = useRef<HTMLDivElement>(null);
  const { height } = useSize(box);
  const unlocated = list.filter((place) => !isLocated(place));
  const located = list.filter(isLocated);
  const firstUnlocated = unlocated.slice(0, maxListed);
  const largest = located.slice(0, Math.max(3, maxListed - firstUnlocated.length));
  if (total === 0) return <p className="large-empty">{t('large.noPlaces')}</p>;
  return (
    <div className="places-scene">
      <div ref={box} className="places-scene-map">
        <PlacesMap places={list} line={Math.max(14, (height / linesPerScreen) * 1.1)} />
      </div>
      <aside>
        {largest.length > 0 && <PlaceList places={largest} />}
        {firstUnlocated.length > 0 && (
          <>
            <h3>{t('large.withoutCoordinates')}</h3>
            <PlaceList places={firstUnlocated} />
          </>
        )}
        {total > largest.length + firstUnlocated.length && (
          <p>
            {t('large.morePlaces', { shown: formatNumber(total - largest.length - firstUnlocated.length) })}
          </p>
        )}
      </aside>
    </div>
  );
}
