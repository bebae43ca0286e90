import type { Zone } from '@sweepline/contract';
import { can, modelOf } from '@sweepline/contract/robot';
import { polygonArea } from '@sweepline/map-core';
import { Refusal, wrongField } from '../../platform/ctx.ts';

/** What a task asks of its device. */
export interface Wish {
  cleaningMode: string;
  strength: string;
  zoneIds: readonly string[];
}

/** Refuses what the device's model cannot do. */
export function checkAbility(model: string, { cleaningMode, strength }: Wish): void {
  const known = modelOf(model);
  if (!known || !can(model, 'clean')) throw new Refusal('notSupported');
  if (!known.cleaningModes.some((mode) => mode === cleaningMode))
    throw wrongField('cleaningMode', 'not of this model');
  if (!known.strengths.some((level) => level === strength)) throw wrongField('strength', 'not of this model');
}

/** The wanted zones in their order. Each must be there, be for cleaning, and be named once. */
export function wantedZones(zones: readonly Zone[], zoneIds: readonly string[]): Zone[] {
  if (new Set(zoneIds).size !== zoneIds.length) throw wrongField('zoneIds', 'a zone is named twice');
  return zoneIds.map((id) => {
    const zone = zones.find((candidate) => candidate.id === id);
    if (!zone) throw wrongField('zoneIds', 'no such zone on this map');
    if (zone.type !== 'CLEAN') throw wrongField('zoneIds', 'not a zone for cleaning');
    return zone;
  });
}

/** Square metres asked for: the zones' areas, each counted once whatever the repetitions. */
export const plannedM2 = (zones: readonly Zone[]) =>
  zones.reduce((sum, { points }) => sum + polygonArea(points), 0);
