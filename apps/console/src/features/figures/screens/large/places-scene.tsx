import type { ScreenView } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../../kit/chart/chart-table.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { stateOfPlaces } from '../../../../shared/places-map/clusters.ts';
import { PlaceList } from '../../../../shared/places-map/place-list.tsx';
import { PlacesMap } from '../../../../shared/places-map/places-map.tsx';
import { isLocated } from '../../../../shared/places-map/use-clusters.ts';
import { useSize } from '../../../../shared/places-map/use-size.ts';

const maxListed = 7;
/** Rows of the table for screen readers, the largest places first. */
const maxRows = 100;
const columns = ['site', 'state', 'online', 'robots'] as const;
/** Lines of text that fit above each other on a large screen. */
const linesPerScreen = 25;

/** Places on a map, and beside it the largest ones and those without coordinates. */
export function PlacesScene({ places: { list, total } }: { places: NonNullable<ScreenView['places']> }) {
  const { t } = useTranslation('figures/screens');
  const { t: tPlaces } = useTranslation('places-map');
  const box = useRef<HTMLDivElement>(null);
  const { height } = useSize(box);
  const unlocated = list.filter((place) => !isLocated(place));
  const located = list.filter(isLocated);
  const firstUnlocated = unlocated.slice(0, maxListed);
  const largest = located.slice(0, Math.max(3, maxListed - firstUnlocated.length));
  if (total === 0) return <p className="large-empty">{t('large.noPlaces')}</p>;
  return (
    <div className="places-scene">
      <div ref={box} className="places-scene-map" aria-hidden="true">
        <PlacesMap places={list} line={Math.max(14, (height / linesPerScreen) * 1.1)} />
      </div>
      <aside aria-hidden="true">
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
      <ChartTable
        caption={t('questions.places')}
        columns={columns.map((column) => t(`columns.${column}`))}
        rows={list.slice(0, maxRows).map((place) => ({
          key: place.id,
          cells: [
            [place.name, place.address].filter(Boolean).join(', '),
            tPlaces(`states.${stateOfPlaces([place])}`),
            formatNumber(place.online),
            formatNumber(place.devices),
          ],
        }))}
      />
      {total > maxRows && (
        <p className="sl-sr-only">{t('large.morePlaces', { shown: formatNumber(total - maxRows) })}</p>
      )}
    </div>
  );
}
