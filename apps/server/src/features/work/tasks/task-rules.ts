import type { Zone, ZoneWishes } from '@sweepline/contract';
import { cleaningChoicesOf, type Vehicle } from '@sweepline/contract/robot';
import { polygonArea } from '@sweepline/map-core';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';

/** The part of a task that depends on the abilities of its device. */
export interface TaskWork {
  cleaningMode: string;
  strength: string;
  zoneIds: readonly string[];
  zoneWishes: ZoneWishes;
}

/** Refuses work that the device does not support. */
export function checkAbility(
  device: Vehicle,
  { cleaningMode, strength, zoneIds, zoneWishes }: TaskWork,
): void {
  const abilities = cleaningChoicesOf(device);
  if (!abilities) throw new Refusal('notSupported');
  for (const [zoneId, wish] of Object.entries(zoneWishes)) {
    if (!zoneIds.includes(zoneId)) throw wrongField('zoneWishes', 'ZONE_OF_OTHER_TASK');
    if (wish.cleaningMode && !abilities.cleaningModes.some((mode) => mode === wish.cleaningMode))
      throw wrongField('zoneWishes', 'NOT_OF_MODEL');
    if (wish.strength && !abilities.strengths.some((level) => level === wish.strength))
      throw wrongField('zoneWishes', 'NOT_OF_MODEL');
  }
  if (!abilities.cleaningModes.some((mode) => mode === cleaningMode))
    throw wrongField('cleaningMode', 'NOT_OF_MODEL');
  if (!abilities.strengths.some((level) => level === strength)) throw wrongField('strength', 'NOT_OF_MODEL');
}

/** The zones with these ids, in order. Refuses an unknown or repeated zone and one that is not for cleaning. */
export function findZones(zones: readonly Zone[], zoneIds: readonly string[]): Zone[] {
  if (new Set(zoneIds).size !== zoneIds.length) throw wrongField('zoneIds', 'ZONE_TWICE');
  return zoneIds.map((id) => {
    const zone = zones.find((candidate) => candidate.id === id);
    if (!zone) throw wrongField('zoneIds', 'NO_SUCH_ZONE');
    if (zone.type !== 'CLEAN') throw wrongField('zoneIds', 'NOT_A_CLEANING_ZONE');
    return zone;
  });
}

/** Planned area in m²: the sum of the zones' areas, without repetitions. */
export const plannedM2 = (zones: readonly Zone[]) =>
  zones.reduce((sum, { points }) => sum + polygonArea(points), 0);

/** Two maps that an elevator connects. */
export type MapLink = readonly [string, string];

/**
 * Refuses a task over several maps unless elevators connect every map with the first.
 */
export function checkMultiTask(mapIds: readonly string[], links: readonly MapLink[]): void {
  const [first] = mapIds;
  const reached = new Set(first === undefined ? [] : [first]);
  for (let grown = true; grown;) {
    const before = reached.size;
    for (const [a, b] of links) {
      if (reached.has(a)) reached.add(b);
      if (reached.has(b)) reached.add(a);
    }
    grown = reached.size > before;
  }
  if (mapIds.some((mapId) => !reached.has(mapId))) throw new Refusal('multiTaskNeedsElevator');
}
