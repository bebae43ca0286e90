import { createHash } from 'node:crypto';
import type { ArchiveSource } from '../../../../platform/files/archive-source.ts';

const chunkBytes = 1024 * 1024;

export type DigestName = 'sha256' | 'sha512';

interface Sections {
  /** Of the signing block, which is left out. */
  blockStart: number;
  directoryStart: number;
  directoryEnd: number;
}

const hashOf = (name: DigestName, ...parts: readonly Buffer[]) => {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function headOf(mark: number, count: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(mark);
  head.writeUInt32LE(count, 1);
  return head;
}

/** A range of a file in pieces of one megabyte. */
async function* piecesOf({ open }: ArchiveSource, start: number, end: number): AsyncGenerator<Buffer> {
  if (end <= start) return;
  let rest: Buffer[] = [];
  let length = 0;
  for await (const data of open({ start, end: end - 1 }) as AsyncIterable<Buffer>) {
    rest.push(data);
    length += data.length;
    if (length < chunkBytes) continue;
    const all = Buffer.concat(rest);
    const whole = length - (length % chunkBytes);
    for (let at = 0; at < whole; at += chunkBytes) yield all.subarray(at, at + chunkBytes);
    rest = [all.subarray(whole)];
    length -= whole;
  }
  if (length > 0) yield Buffer.concat(rest);
}

/** The end of the file as it was before the signing block: its pointer leads to where the block begins. */
async function endOf(
  { read, bytes }: ArchiveSource,
  { blockStart, directoryEnd }: Sections,
): Promise<Buffer> {
  const end = Buffer.from(await read(directoryEnd, bytes));
  end.writeUInt32LE(blockStart, 16);
  return end;
}

/** The hashes of an app that its signatures name: over pieces of one megabyte of everything but the signing block. */
export async function contentDigests(
  source: ArchiveSource,
  sections: Sections,
  names: readonly DigestName[],
): Promise<Map<DigestName, Buffer>> {
  const digests = new Map<DigestName, Buffer[]>(names.map((name) => [name, []]));
  const take = (piece: Buffer) => {
    const head = headOf(0xa5, piece.length);
    for (const [name, list] of digests) list.push(hashOf(name, head, piece));
  };
  for await (const piece of piecesOf(source, 0, sections.blockStart)) take(piece);
  for await (const piece of piecesOf(source, sections.directoryStart, sections.directoryEnd)) take(piece);
  take(await endOf(source, sections));
  return new Map(
    [...digests].map(([name, list]) => [name, hashOf(name, headOf(0x5a, list.length), ...list)]),
  );
}
