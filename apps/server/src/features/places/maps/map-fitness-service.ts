import type { MapElements, MapFinding } from '@sweepline/contract';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkOnFloor, storedGridOf, type StoredGrid } from './cells/map-cells-service.ts';
import type { MapRecord } from './drafts/map-version-service.ts';

/** A drawing and its floor. */
export interface MapDrawing {
  elements: MapElements;
  grid: StoredGrid;
}

/** A drawing with its repaired floor, else with the map's floor. Without a drawing, the elements of the map. */
export async function drawingOn(
  db: Tx,
  map: MapRecord,
  drawing?: { elements: MapElements; gridFileId: string | null },
): Promise<MapDrawing> {
  const grid = await storedGridOf(db, map, drawing?.gridFileId ?? map.gridFileId);
  return { elements: drawing?.elements ?? map.elements, grid };
}

/** The findings of a drawing. The editor computes the same while a user draws. */
export const findingsOn = ({ services }: Ctx, { elements, grid }: MapDrawing): Promise<MapFinding[]> =>
  checkOnFloor(services.files, grid, elements);

/** Refuses a drawing with faults, or with more warnings than the caller confirmed. */
export async function checkFit(ctx: Ctx, drawing: MapDrawing, warnings: number): Promise<void> {
  const findings = await findingsOn(ctx, drawing);
  const faults = findings.filter(({ severity }) => severity === 'ERROR').length;
  if (faults > 0) throw new Refusal('mapFaulty', { words: { count: String(faults) } });
  if (findings.length > warnings)
    throw new Refusal('mapWarned', { words: { count: String(findings.length) } });
}
