import { mapLimits, type MapElements, type Zone } from '@sweepline/contract';
import { boxOfRaster, elementsOf, shapeFault, shapesOf, type Raster } from '@sweepline/map-core';
import { Refusal, wrongField } from '../../platform/ctx.ts';

/** A zone as it may be stored, judged by the rules the editor draws by: closed, simple, on the map; corners counter-clockwise. */
export function storableZone(zone: Zone, raster: Raster): Zone {
  const shape = { ...zone, kind: 'zone' } as const;
  const fault = shapeFault(shape, boxOfRaster(raster));
  if (fault) throw wrongField('points', fault);
  const [tidy] = elementsOf([shape]).zones;
  return { ...zone, points: (tidy ?? zone).points.map(({ x, y }) => ({ x, y })) };
}

/** The elements with a zone more. Ids are unique over everything on the map. */
export function withZone(elements: MapElements, zone: Zone): MapElements {
  const shapes = shapesOf(elements);
  if (shapes.length >= mapLimits.elements) throw wrongField('points', 'tooManyElements');
  if (shapes.some(({ id }) => id === zone.id)) throw wrongField('zoneId', 'taken');
  return { ...elements, zones: [...elements.zones, zone] };
}

export function withChangedZone(elements: MapElements, zone: Zone): MapElements {
  const index = elements.zones.findIndex(({ id }) => id === zone.id);
  if (index < 0) throw new Refusal('notFound');
  return { ...elements, zones: elements.zones.with(index, zone) };
}

export function withoutZone(elements: MapElements, zoneId: string): MapElements {
  const zones = elements.zones.filter(({ id }) => id !== zoneId);
  if (zones.length === elements.zones.length) throw new Refusal('notFound');
  return { ...elements, zones };
}
