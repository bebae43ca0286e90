import { buffer } from 'node:stream/consumers';
import type { MapElements, MapFinding } from '@sweepline/contract';
import { rasterOf, type FloorFigures, type Grid, type Raster } from '@sweepline/map-core';
import type { RunUnderWay } from '../../../../entities/work/floor/plan-floor.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { findFile, type FileStore } from '../../../../platform/files/files.ts';
import { createCellCache, type SharedCells } from './map-cells-retention.ts';
import { inThread } from '../exchange/map-thread.ts';

/** A stored grid, identified by the hash of its picture: versions with the same floor share it. */
export interface StoredGrid extends Raster {
  sha256: string;
}

/** The largest possible floor, or about forty supermarkets. */
const cache = createCellCache(64_000_000);

const cellsOf = (files: FileStore, { sha256, width, height }: StoredGrid): Promise<SharedCells> =>
  cache.get(sha256, width * height, async () => inThread('read', { png: await buffer(files.open(sha256)) }));

/** Raster and hash of a map's grid. `gridOf` reads its cells and must run outside the transaction. */
export async function storedGridOf(db: Tx, raster: Raster, fileId: string): Promise<StoredGrid> {
  const { sha256 } = await findFile(db, fileId);
  return { ...rasterOf(raster), sha256 };
}

/** A stored grid with its cells. The cells are shared between callers and are read-only. */
export async function gridOf(files: FileStore, grid: StoredGrid): Promise<Grid> {
  return { ...rasterOf(grid), cells: await cellsOf(files, grid) };
}

/** A stored grid as PGM, with the values of the bundle's picture: 0 occupied, 254 free, 205 unknown. */
export async function pgmOf(files: FileStore, grid: StoredGrid): Promise<Uint8Array> {
  const cells = await cellsOf(files, grid);
  return Buffer.concat([Buffer.from(`P5\n${grid.width} ${grid.height}\n255\n`), cells]);
}

/** All findings of a drawing on its floor, for review before it is published to robots. */
export async function checkOnFloor(
  files: FileStore,
  grid: StoredGrid,
  elements: MapElements,
): Promise<MapFinding[]> {
  return inThread('check', { cells: await cellsOf(files, grid), raster: rasterOf(grid), elements });
}

/** The floor figures of a run under way, measured in the worker thread: tens of milliseconds for a large floor. */
export async function measureOnFloor(
  files: FileStore,
  grid: StoredGrid,
  run: RunUnderWay,
): Promise<FloorFigures | undefined> {
  return await inThread('measure', { cells: await cellsOf(files, grid), raster: rasterOf(grid), run });
}
