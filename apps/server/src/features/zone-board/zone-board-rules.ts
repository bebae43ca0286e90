import type { Zone } from '@sweepline/contract';
import { closedAreas, coverageShare, floorFigures } from '@sweepline/map-core';
import type { DrivenFloor } from '../task-reports/report-measure-service.ts';

export interface PaintedZone {
  zoneId: string;
  /** Free floor of the zone without its closed areas, and the part of it with at least one pass. */
  floorM2: number;
  cleanedM2: number;
  coverage: number;
}

/**
 * The part of each zone that a run cleaned, independent of its plan. Zones that the run did not reach and zones without
 * accessible free floor are omitted.
 */
export function paintZones(zones: readonly Zone[], floor: DrivenFloor): PaintedZone[] {
  const here = { ...floor, closed: closedAreas(zones) };
  return zones.flatMap((zone) => {
    if (zone.type !== 'CLEAN' || zone.points.length < 3) return [];
    const { plannedM2, noGoM2, cleanedM2 } = floorFigures({ ...here, areas: [zone.points] });
    const floorM2 = plannedM2 - noGoM2;
    const coverage = coverageShare(cleanedM2, floorM2);
    return cleanedM2 > 0 && coverage !== null ? [{ zoneId: zone.id, floorM2, cleanedM2, coverage }] : [];
  });
}
