import { buffer } from 'node:stream/consumers';
import type { Tx } from '../../../platform/db/db.ts';
import { findFile, type FileStore } from '../../../platform/files/files.ts';

/** The bytes of a stored file; undefined if it cannot be read, so that a document is created without the picture. */
export async function bytesOf(
  db: Tx,
  files: FileStore,
  id: string | undefined,
): Promise<Uint8Array | undefined> {
  if (!id) return undefined;
  try {
    const { sha256 } = await findFile(db, id);
    return await buffer(files.open(sha256));
  } catch {
    return undefined;
  }
}
