import type { MapElements, MapFinding } from '@sweepline/contract';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { checkOnFloor, storedGridOf, type StoredGrid } from './cells/map-cells-service.ts';
import type { MapRecord } from './drafts/map-version-service.ts';

/** What is drawn, and the floor it is drawn on. */
export interface DrawnOn {
  elements: MapElements;
  grid: StoredGrid;
}

/** A drawing of a map on its own floor, or on the one that was repaired with it; without a drawing the map as it is. */
export async function drawnOn(
  db: Tx,
  map: MapRecord,
  drawing?: { elements: MapElements; gridFileId: string | null },
): Promise<DrawnOn> {
  const grid = await storedGridOf(db, map, drawing?.gridFileId ?? map.gridFileId);
  return { elements: drawing?.elements ?? map.elements, grid };
}

/** What the editor finds as one draws, found again here: whoever sends a drawing by other means is told the same. */
export const findingsOn = ({ services }: Ctx, { elements, grid }: DrawnOn): Promise<MapFinding[]> =>
  checkOnFloor(services.files, grid, elements);

/** Refuses a drawing with faults, and one with more warnings than the caller has seen and means. */
export async function checkFit(ctx: Ctx, drawn: DrawnOn, warnings: number): Promise<void> {
  const findings = await findingsOn(ctx, drawn);
  const faults = findings.filter(({ severity }) => severity === 'ERROR').length;
  if (faults > 0) throw new Refusal('mapFaulty', { words: { count: String(faults) } });
  if (findings.length > warnings)
    throw new Refusal('mapWarned', { words: { count: String(findings.length) } });
}
