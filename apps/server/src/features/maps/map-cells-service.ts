import { buffer } from 'node:stream/consumers';
import type { MapElements, MapFinding } from '@sweepline/contract';
import type { Raster } from '@sweepline/map-core';
import type { FileStore } from '../../platform/files.ts';
import { keptCells, type SharedCells } from './map-cells-kept.ts';
import { inThread } from './map-thread.ts';

/** A stored grid: its picture by content, so that all versions on one floor are one. */
export interface StoredGrid extends Raster {
  sha256: string;
}

/** The largest floor there may be, or some forty of a supermarket's. */
const kept = keptCells(64_000_000);

const cellsOf = (files: FileStore, { sha256, width, height }: StoredGrid): Promise<SharedCells> =>
  kept.get(sha256, width * height, async () => inThread('read', { png: await buffer(files.open(sha256)) }));

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
  const { sha256: _content, ...raster } = grid;
  return inThread('check', { cells: await cellsOf(files, grid), raster, elements });
}
