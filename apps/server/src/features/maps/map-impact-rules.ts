import type { MapElements, MapImpact } from '@sweepline/contract';

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
  return sameCorners(old, next) ? undefined : { id, name: next.name, effect: 'CHANGED' };
}

/** The effect of a change of a map on a task with these zones; undefined if there is none. */
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
