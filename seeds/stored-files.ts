import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../apps/server/src/platform/files/files.ts';

/** Reads stored files of the demo world by their id. */
export async function storedFiles(
  rows: <R>(text: string) => Promise<R[]>,
  files: FileStore,
): Promise<(id: string) => Promise<Buffer>> {
  const stored = await rows<{ id: string; sha256: string }>('select id, sha256 from files');
  const hashes = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
  return (id) => buffer(files.open(hashes.get(id)!));
}
