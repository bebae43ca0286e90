import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore, StoredFile } from './files.ts';

/** An archive in the file store, read in pieces: it may be larger than the memory. */
export interface ArchiveSource {
  bytes: number;
  /** The bytes from `start` up to, but without, `end`. */
  read(start: number, end: number): Promise<Buffer>;
  /** All bytes, compared with their hash; or those of a range, both ends inclusive. */
  open(range?: { start: number; end: number }): Readable;
}

/** A stored file as an archive. */
export const archiveSourceOf = (
  files: FileStore,
  { sha256, bytes }: Pick<StoredFile, 'sha256' | 'bytes'>,
): ArchiveSource => ({
  bytes,
  read: async (start, end) =>
    end > start
      ? await buffer(files.open(sha256, { start, end: Math.min(end, bytes) - 1 }))
      : Buffer.alloc(0),
  open: (range) => files.open(sha256, range),
});

export interface ArchiveEntry {
  name: string;
  /** Unpacked. */
  bytes: number;
  /** A folder is a file without content. */
  kind: 'FILE' | 'LINK' | 'DEVICE';
  isFolder: boolean;
  /** Of a link: where it leads to, and the folder from which it does. */
  link?: { folder: string; path: string };
}

/**
 * Why an archive is refused: not readable as this format, readable in more than one way, an entry outside its folder, or too much
 * when it is unpacked.
 */
export class ArchiveFault extends Error {
  readonly fault: 'FORMAT' | 'AMBIGUOUS' | 'UNSAFE' | 'TOO_LARGE';
  readonly entry: string;
  constructor(fault: ArchiveFault['fault'], entry = '') {
    super(`archive: ${fault}`);
    this.fault = fault;
    this.entry = entry;
  }
}

const typeMask = 0o170_000;
const linkType = 0o120_000;
const plainTypes = [0, 0o100_000, 0o040_000];

/** The kind of an entry by its Unix mode; 0 is unknown and counts as a file. */
export function entryKindOf(mode: number): ArchiveEntry['kind'] {
  const type = mode & typeMask;
  if (type === linkType) return 'LINK';
  return plainTypes.includes(type) ? 'FILE' : 'DEVICE';
}
