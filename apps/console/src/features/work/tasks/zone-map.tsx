import type { Device, MapDetail } from '@sweepline/contract';
import { shapesOf } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import { MapView } from '../../../map-view/map-view.tsx';
import type { CleanZone } from './task-form/task-form-values.ts';
import { toggled } from './task-rules.ts';
import { useRobotOnMap } from './use-robot-on-map.ts';

interface Props {
  map: MapDetail | undefined;
  zones: readonly CleanZone[];
  /** In cleaning order. */
  chosen: readonly string[];
  hovered?: string | undefined;
  device?: Device | undefined;
  /** Without it the map is read-only. */
  onChange?: (zoneIds: string[]) => void;
}

/** The floor with the areas of a task highlighted and numbered in order; a click toggles an area. */
export function ZoneMap({ map, zones, chosen, hovered, device, onChange }: Props) {
  const { t } = useTranslation('work/tasks');
  const robots = useRobotOnMap(device?.id, map?.id, device?.nickname || device?.sn || '');
  const shapes = useMemo(() => numbered(map, chosen), [map, chosen]);
  const marked = useMemo(() => new Set(chosen), [chosen]);
  if (!map) return <Empty icon="map" title={t('mapEmpty')} hint={t('mapEmptyHint')} />;
  const pick = (chosenShape: { id: string } | undefined) => {
    if (chosenShape && zones.some(({ id }) => id === chosenShape.id))
      onChange?.(toggled(chosen, chosenShape.id));
  };
  return (
    <MapView
      label={t('mapLabel', { name: map.name })}
      ground={map.ground}
      shapes={shapes}
      marked={marked}
      robots={robots}
      {...(hovered !== undefined && { selected: hovered })}
      {...(onChange && { onSelect: pick })}
    />
  );
}

/** The number comes before the name: where areas are many, it is the only visible part. */
function numbered(map: MapDetail | undefined, chosen: readonly string[]) {
  if (!map) return [];
  const { zones, ...others } = map.elements;
  return shapesOf({
    ...others,
    zones: zones.map((zone) => {
      const place = chosen.indexOf(zone.id) + 1;
      return place > 0 && chosen.length > 1 ? { ...zone, name: `${place} · ${zone.name}` } : zone;
    }),
  });
}
