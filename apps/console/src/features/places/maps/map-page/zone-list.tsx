import { polygonArea, shapeFault, type Box, type Zone } from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { ZoneSwatch } from '../map-editor/inspector/zone-swatch.tsx';

interface Props {
  zones: readonly Zone[];
  map: Box;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** The zones of a map by name. A click selects the zone on the map. */
export function ZoneList({ zones, map, selected, onSelect }: Props) {
  const { t } = useTranslation('places/maps');
  const { word } = useWords();
  const sorted = zones.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return (
    <ul className="maps-zones" aria-label={t('zonesTitle')}>
      {sorted.map((zone) => (
        <li key={zone.id}>
          <button
            type="button"
            className="maps-zone"
            aria-pressed={zone.id === selected}
            onClick={() => onSelect(zone.id)}
          >
            <ZoneSwatch type={zone.type} />
            <span className="maps-zone-name">
              {zone.name}
              <small>{word('zoneType', zone.type)}</small>
            </span>
            {shapeFault(zone, map) ? (
              <Icon name="alert" size={16} className="maps-zone-fault" />
            ) : (
              <Figure value={formatArea(polygonArea(zone.points))} />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
