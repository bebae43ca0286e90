import type { MapElements, MapImpact } from '@sweepline/contract';

type Zone = MapElements['zones'][number];
type ZoneEffect = MapImpact['zones'][number];

const sameCorners = (a: Zone, b: Zone) =>
  a.points.length === b.points.length &&
  a.points.every(({ x, y }, i) => x === b.points[i]?.x && y === b.points[i]?.y);

/** What becomes of one zone a task cleans; undefined when it stays as it was. */
function effectOn(id: string, before: MapElements, after: MapElements): ZoneEffect | undefined {
  const old = before.zones.find((zone) => zone.id === id);
  const next = after.zones.find((zone) => zone.id === id);
  // What was gone before is no doing of this change.
  if (!old) return undefined;
  if (!next) return { id, name: old.name, effect: 'REMOVED' };
  if (old.type === 'CLEAN' && next.type !== 'CLEAN')
    return { id, name: old.name, effect: 'NO_LONGER_CLEANED' };
  return sameCorners(old, next) ? undefined : { id, name: next.name, effect: 'CHANGED' };
}

/** What a change of a map does to a task that cleans these zones of it; undefined when nothing. */
export function impactOn(
  zoneIds: readonly string[],
  before: MapElements,
  after: MapElements,
): Pick<MapImpact, 'zones' | 'broken'> | undefined {
  const zones = zoneIds.flatMap((id) => effectOn(id, before, after) ?? []);
  if (zones.length === 0) return undefined;
  const left = zoneIds.some((id) => after.zones.some((zone) => zone.id === id && zone.type === 'CLEAN'));
  return { zones, broken: !left };
}
