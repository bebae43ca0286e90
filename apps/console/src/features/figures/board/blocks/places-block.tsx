import { statisticsCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlaceList } from '../../../../shared/places-map/place-list.tsx';
import { PlacesMap } from '../../../../shared/places-map/places-map.tsx';
import { isLocated } from '../../../../shared/places-map/use-clusters.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { daysOf, type BlockProps } from './block.ts';

/** Where the robots are. A press on a place filters the page to it. Places without coordinates stand beside the map. */
export function PlacesBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const query = useBoardQuery(statisticsCalls.regions, daysOf(selection));
  return (
    <BoardBlock
      question={t('questions.places')}
      query={query}
      emptyText={({ sites }) => (sites.length === 0 ? t('empty.places') : null)}
    >
      {({ sites }) => {
        const unlocated = sites.filter((place) => !isLocated(place));
        const open = ({ id }: { id: string }) => selection.set({ siteId: id });
        return (
          <div className="board-places">
            {unlocated.length < sites.length && <PlacesMap places={sites} onOpen={open} />}
            {unlocated.length > 0 && (
              <div className="board-unlocated">
                <h3>{t('unlocated')}</h3>
                <PlaceList places={unlocated} onOpen={open} />
              </div>
            )}
          </div>
        );
      }}
    </BoardBlock>
  );
}
