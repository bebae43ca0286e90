import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatArea } from '../../../kit/format/format.ts';
import { chosenZones, type CleanZone } from './task-form/task-form-values.ts';
import { movedBy, toggled } from './task-rules.ts';
import './zone-list.css';

interface Props {
  zones: readonly CleanZone[];
  value: readonly string[];
  onChange: (zoneIds: string[]) => void;
  /** The zone under the pointer, in the list or on the map. */
  onHover?: (id: string | undefined) => void;
}

/** The areas of a map: first the selected ones in cleaning order, then the others. */
export function ZoneList({ zones, value, onChange, onHover }: Props) {
  const { t } = useTranslation('work/tasks');
  const chosen = chosenZones(zones, value);
  const others = zones.filter(({ id }) => !value.includes(id));
  const item = (zone: CleanZone, index: number) => {
    const place = index + 1;
    return (
      <li key={zone.id} onPointerEnter={() => onHover?.(zone.id)} onPointerLeave={() => onHover?.(undefined)}>
        <label>
          <input type="checkbox" checked={index >= 0} onChange={() => onChange(toggled(value, zone.id))} />
          {index >= 0 && <b>{place}</b>}
          <span className="zone-list-name">{zone.name}</span>
        </label>
        <Figure value={formatArea(zone.areaM2)} />
        {index >= 0 && chosen.length > 1 && (
          <span className="zone-list-moves">
            <Button
              look="quiet"
              icon="up"
              aria-label={t('earlier', { name: zone.name })}
              disabled={index === 0}
              onClick={() => onChange(movedBy(value, zone.id, -1))}
            />
            <Button
              look="quiet"
              icon="down"
              aria-label={t('later', { name: zone.name })}
              disabled={place === chosen.length}
              onClick={() => onChange(movedBy(value, zone.id, 1))}
            />
          </span>
        )}
      </li>
    );
  };
  if (zones.length === 0) return null;
  return (
    <div className="zone-list">
      <ol aria-label={t('chosenAreas')}>{chosen.map(item)}</ol>
      <ul aria-label={t('otherAreas')}>{others.map((zone) => item(zone, -1))}</ul>
      {others.length > 1 && (
        <Button look="quiet" icon="plus" onClick={() => onChange([...value, ...others.map(({ id }) => id)])}>
          {t('chooseAll')}
        </Button>
      )}
    </div>
  );
}
