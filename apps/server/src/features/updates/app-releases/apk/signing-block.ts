import type { ArchiveSource } from '../../../../platform/files/archive-source.ts';
import { ApkFault } from './apk-fault.ts';

const magic = 'APK Sig Block 42';
const endBytes = 8 + magic.length;
/** Certificates and signatures take a few kilobytes. */
const maxBlockBytes = 4 * 1024 * 1024;

/** The parts of the block by their ids, and where the block begins. */
export interface SigningBlock {
  start: number;
  parts: Map<number, Buffer>;
}

const readLength = (bytes: Buffer, at: number): number => {
  const length = bytes.readBigUInt64LE(at);
  if (length > BigInt(maxBlockBytes)) throw new ApkFault('APK_UNSIGNED');
  return Number(length);
};

/**
 * The signing block, which lies between the contents and the central directory. An app without one is signed by the oldest scheme
 * or not at all: that scheme says nothing about the bytes between the entries.
 */
export async function readSigningBlock(
  { read }: ArchiveSource,
  directoryStart: number,
): Promise<SigningBlock> {
  if (directoryStart < endBytes) throw new ApkFault('APK_UNSIGNED');
  const end = await read(directoryStart - endBytes, directoryStart);
  if (end.toString('latin1', 8) !== magic) throw new ApkFault('APK_UNSIGNED');
  // The size is that of all but its own first field.
  const size = readLength(end, 0);
  const start = directoryStart - size - 8;
  if (start < 0 || size < endBytes) throw new ApkFault('APK_UNSIGNED');
  const block = await read(start, directoryStart - endBytes);
  if (readLength(block, 0) !== size) throw new ApkFault('APK_UNSIGNED');
  const parts = new Map<number, Buffer>();
  for (let at = 8; at + 12 <= block.length;) {
    const length = readLength(block, at);
    if (length < 4 || at + 8 + length > block.length) throw new ApkFault('APK_UNSIGNED');
    parts.set(block.readUInt32LE(at + 8), block.subarray(at + 12, at + 8 + length));
    at += 8 + length;
  }
  return { start, parts };
}
