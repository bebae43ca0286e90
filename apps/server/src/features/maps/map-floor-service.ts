import { buffer } from 'node:stream/consumers';
import type { Grid } from '@sweepline/map-core';
import { decode } from 'fast-png';
import type { Tx } from '../../platform/db.ts';
import { findFile, type FileStore } from '../../platform/files.ts';
import type { maps } from './map-table.ts';

/** Decoded floors that are kept: robots of one site send their reports one after the other. */
const mostKept = 4;

/** Floors by the file they lie in; a stored file never changes. */
const floors = new Map<string, Promise<Grid>>();

/** The cells of a map's floor. */
export function floorOf(tx: Tx, files: FileStore, map: typeof maps.$inferSelect): Promise<Grid> {
  const known = floors.get(map.gridFileId);
  if (known) return known;
  const read = findFile(tx, map.gridFileId).then(async ({ sha256 }): Promise<Grid> => {
    const { width, height, data } = decode(await buffer(files.open(sha256)));
    const { resolution, originX, originY } = map;
    return { width, height, resolution, originX, originY, cells: Uint8Array.from(data) };
  });
  read.catch(() => floors.delete(map.gridFileId));
  floors.set(map.gridFileId, read);
  const oldest = floors.keys().next().value;
  if (floors.size > mostKept && oldest !== undefined) floors.delete(oldest);
  return read;
}
