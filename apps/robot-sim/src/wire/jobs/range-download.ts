import { existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';

/** Reads bytes of a file of the server, from a position up to and including another. */
export type FetchRange = (link: string, from: number, to: number) => Promise<Uint8Array>;

const pieceBytes = 4 * 1024 * 1024;

export const bytesOn = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** Adds the next piece of a file to what is on the disk. Returns the bytes on the disk. */
export async function downloadPiece(
  path: string,
  bytes: number,
  link: string,
  fetchRange: FetchRange,
): Promise<number> {
  const from = bytesOn(path);
  if (from > bytes) {
    await rm(path);
    return 0;
  }
  if (from === bytes) return bytes;
  const piece = await fetchRange(link, from, Math.min(bytes, from + pieceBytes) - 1);
  if (piece.byteLength === 0) throw new Error('no bytes');
  // At its position: an earlier boot may still be writing the same piece.
  const handle = await open(path, from === 0 ? 'w' : 'r+');
  await handle.write(piece, 0, piece.byteLength, from);
  await handle.close();
  return from + piece.byteLength;
}
