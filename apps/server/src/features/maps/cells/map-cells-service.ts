import { buffer } from 'node:stream/consumers';
import type { MapElements, MapFinding } from '@sweepline/contract';
import { rasterOf, type Grid, type Raster } from '@sweepline/map-core';
import type { Tx } from '../../../platform/db/db.ts';
import { findFile, type FileStore } from '../../../platform/files/files.ts';
import { keptCells, type SharedCells } from './map-cells-retention.ts';
import { inThread } from '../exchange/map-thread.ts';

/** A stored grid: its picture by content, so that all versions on one floor are one. */
export interface StoredGrid extends Raster {
  sha256: string;
}

/** The largest floor there may be, or some forty of a supermarket's. */
const kept = keptCells(64_000_000);

const cellsOf = (files: FileStore, { sha256, width, height }: StoredGrid): Promise<SharedCells> =>
  kept.get(sha256, width * height, async () => inThread('read', { png: await buffer(files.open(sha256)) }));

/** Where the grid of a map lies; its cells are read with `gridOf`, for which no transaction should wait. */
export async function storedGridOf(db: Tx, raster: Raster, fileId: string): Promise<StoredGrid> {
  const { sha256 } = await findFile(db, fileId);
  return { ...rasterOf(raster), sha256 };
}

/** A stored grid with its cells. All who ask share them: nobody writes into them. */
export async function gridOf(files: FileStore, grid: StoredGrid): Promise<Grid> {
  return { ...rasterOf(grid), cells: await cellsOf(files, grid) };
}

/** A stored grid as PGM: each byte is what the bundle's picture says, 0 occupied, 254 free, 205 unknown. */
export async function pgmOf(files: FileStore, grid: StoredGrid): Promise<Uint8Array> {
  const cells = await cellsOf(files, grid);
  return Buffer.concat([Buffer.from(`P5\n${grid.width} ${grid.height}\n255\n`), cells]);
}

/** Everything a person should look at before this drawing goes to robots, the floor itself included. */
export async function checkOnFloor(
  files: FileStore,
  grid: StoredGrid,
  elements: MapElements,
): Promise<MapFinding[]> {
  return inThread('check', { cells: await cellsOf(files, grid), raster: rasterOf(grid), elements });
}
