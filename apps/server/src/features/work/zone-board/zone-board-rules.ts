import type { Zone } from '@sweepline/contract';
import {
  boxAround,
  closedAreas,
  coverageShare,
  floorFigures,
  partOf,
  type Coverage,
  type Point,
} from '@sweepline/map-core';
import type { DrivenFloor } from '../../../entities/work/floor/plan-floor.ts';

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
    if (zone.type !== 'CLEAN' || zone.points.length < 3 || !isTouched(floor.coverage, zone.points)) return [];
    const { plannedM2, noGoM2, cleanedM2 } = floorFigures({ ...here, areas: [zone.points] });
    const floorM2 = plannedM2 - noGoM2;
    const coverage = coverageShare(cleanedM2, floorM2);
    return cleanedM2 > 0 && coverage !== null ? [{ zoneId: zone.id, floorM2, cleanedM2, coverage }] : [];
  });
}

/** Whether a pass is in the box of a zone: most runs reach one zone of many, and measuring each takes longer. */
function isTouched(coverage: Coverage, corners: readonly Point[]): boolean {
  const part = partOf(coverage, boxAround(corners));
  if (!part) return false;
  const { width, height } = part.raster;
  for (let row = part.row; row < part.row + height; row++) {
    const first = row * coverage.width + part.column;
    if (coverage.passes.subarray(first, first + width).some((passes) => passes > 0)) return true;
  }
  return false;
}
