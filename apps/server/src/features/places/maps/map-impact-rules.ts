import type { MapElements, MapImpact } from '@sweepline/contract';
import { boxAround, cleanableMask, closedAreas, createCoverage, type Mask } from '@sweepline/map-core';

type Zone = MapElements['zones'][number];
type ZoneEffect = MapImpact['zones'][number];

const sameCorners = (a: Zone, b: Zone) =>
  a.points.length === b.points.length &&
  a.points.every(({ x, y }, i) => x === b.points[i]?.x && y === b.points[i]?.y);

/** The effect of a change on one zone of a task; undefined if the zone did not change. */
function effectOn(id: string, before: MapElements, after: MapElements): ZoneEffect | undefined {
  const old = before.zones.find((zone) => zone.id === id);
  const next = after.zones.find((zone) => zone.id === id);
  // The zone was missing before this change.
  if (!old) return undefined;
  if (!next) return { id, name: old.name, effect: 'REMOVED' };
  if (old.type === 'CLEAN' && next.type !== 'CLEAN')
    return { id, name: old.name, effect: 'NO_LONGER_CLEANED' };
  if (sameCorners(old, next) && !closesOther(old, before, after)) return undefined;
  const name = next.name;
  return cleanableCells(next, after) === 0 && cleanableCells(old, before) > 0
    ? { id, name, effect: 'NO_LONGER_CLEANED' }
    : { id, name, effect: 'CHANGED' };
}

/** Cells per side of a zone: finer than any area a person draws. */
const cellsPerSide = 400;
const finestM = 0.05;

/** The floor of a zone outside the no-go and no-clean areas of a drawing. */
function cleanableOf({ points }: Zone, { zones }: MapElements): Mask {
  const box = boxAround(points);
  const side = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  const coverage = createCoverage(box, Math.max(finestM, side / cellsPerSide));
  return cleanableMask({ coverage, areas: [points], closed: closedAreas(zones) });
}

const cleanableCells = (zone: Zone, drawing: MapElements) =>
  cleanableOf(zone, drawing).reduce((count, cell) => count + cell, 0);

/** Whether no-go or no-clean areas leave other floor of a zone after the change. */
function closesOther(zone: Zone, before: MapElements, after: MapElements): boolean {
  const left = cleanableOf(zone, after);
  return cleanableOf(zone, before).some((cell, index) => cell !== left[index]);
}

/** The effect of a change of a map on a task with these zones; undefined if there is none. */
export function impactOn(
  zoneIds: readonly string[],
  before: MapElements,
  after: MapElements,
): Pick<MapImpact, 'zones' | 'broken'> | undefined {
  const zones = zoneIds.flatMap((id) => effectOn(id, before, after) ?? []);
  if (zones.length === 0) return undefined;
  const left = after.zones.some(
    (zone) => zoneIds.includes(zone.id) && zone.type === 'CLEAN' && cleanableCells(zone, after) > 0,
  );
  return { zones, broken: !left };
}
