import type { Place } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import { stateOfPlaces, type Cluster } from './clusters.ts';
import { placeLooks } from './place-looks.ts';

interface Props {
  cluster: Cluster;
  name: string;
  /** Side of the label; without room for it the name is only on hover. */
  side: 'left' | 'right' | undefined;
  radius: number;
  onChoose?: (places: readonly Place[]) => void;
}

/** One place or several as a glyph with the number of places. */
export function PlaceMark({ cluster: { x, y, places }, name, side, radius, onChoose }: Props) {
  const { t } = useTranslation('places-map');
  const state = stateOfPlaces(places);
  const { tone, icon } = placeLooks[state];
  const sum = (of: 'devices' | 'online') => places.reduce((total, place) => total + place[of], 0);
  const robots = t('robots', { online: formatNumber(sum('online')), total: formatNumber(sum('devices')) });
  const words = `${name} · ${t(`states.${state}`)} · ${robots}`;
  const content = (
    <>
      <span className="place-mark-glyph" aria-hidden="true">
        <Icon name={icon} size={radius * 1.1} strokeWidth={2.2} />
        {/* Not text: the name has the number already, and both together would not be the label. */}
        {places.length > 1 && <b data-count={formatNumber(places.length)} />}
      </span>
      {side && <span className={`place-mark-name place-mark-${side}`}>{name}</span>}
    </>
  );
  const looks = {
    className: `place-mark sl-tone-${tone}`,
    style: { left: x, top: y, '--radius': `${radius}px` } as object,
    title: words,
  };
  return onChoose ? (
    <button type="button" {...looks} aria-label={words} onClick={() => onChoose(places)}>
      {content}
    </button>
  ) : (
    <span {...looks} role="img" aria-label={words}>
      {content}
    </span>
  );
}
