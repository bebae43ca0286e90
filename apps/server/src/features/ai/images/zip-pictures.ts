import { buffer } from 'node:stream/consumers';
import { Transform } from 'node:stream';
import { aiIndexFile, aiIndexLine, aiPictureName, maxZippedPictures } from '@sweepline/contract/robot';
import type { AiIndexLine } from '@sweepline/contract/robot';
import { ArchiveFault, type ArchiveSource } from '../../../platform/files/archive-source.ts';
import { openZipEntry } from '../../../platform/files/zip-content.ts';
import { zipEntries, type ZipEntry } from '../../../platform/files/zip-directory.ts';

/** Entries of a zip: pictures and their index. */
const maxEntries = maxZippedPictures + 1;
const megabyte = 1024 * 1024;
const limits = { growth: 10, bytes: 2048 * megabyte, picture: 32 * megabyte, index: megabyte };

/** Why a zip of a robot is refused; the robot is told no more than that it was. */
export class ZipFault extends Error {}

/** A picture of a zip with what its robot says about it. The content is read when it is asked for. */
export interface ZippedPicture {
  line: AiIndexLine;
  content(): Promise<Buffer>;
}

/** Cuts what unpacks to more than its entry says: the directory of a zip is a claim. */
const atMost = (bytes: number) => {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new ZipFault('an entry is longer than it says'));
      else done(null, chunk);
    },
  });
};

async function contentOf(source: ArchiveSource, entry: ZipEntry, most: number): Promise<Buffer> {
  if (entry.bytes > most) throw new ZipFault(`${entry.name} is too large`);
  const packed = await openZipEntry(source, entry);
  const content = await buffer(packed.on('error', () => {}).compose(atMost(entry.bytes)));
  if (content.length !== entry.bytes) throw new ZipFault(`${entry.name} is shorter than it says`);
  return content;
}

async function entriesOf(source: ArchiveSource): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>();
  let unpacked = 0;
  for await (const entry of zipEntries(source)) {
    const { name, kind, isFolder, bytes } = entry;
    if (entries.size >= maxEntries) throw new ZipFault('too many entries');
    if (kind !== 'FILE' || isFolder) throw new ZipFault('a link or a folder');
    if (name !== aiIndexFile && !aiPictureName.test(name)) throw new ZipFault('another path');
    if (entries.has(name)) throw new ZipFault('a name twice');
    unpacked += bytes;
    if (unpacked > limits.bytes || unpacked > Math.max(megabyte, limits.growth * source.bytes))
      throw new ZipFault('too much when it is unpacked');
    entries.set(name, entry);
  }
  return entries;
}

function linesOf(text: string, jobId: string): AiIndexLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        throw new ZipFault('the index is no JSON');
      }
      const parsed = aiIndexLine.safeParse(value);
      if (!parsed.success) throw new ZipFault(`index: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
      if (parsed.data.jobId !== jobId) throw new ZipFault('the job of another robot');
      return parsed.data;
    });
}

/** The pictures of a zip, each with one line of the index. Throws a `ZipFault` for anything else. */
export async function picturesOf(source: ArchiveSource, jobId: string): Promise<ZippedPicture[]> {
  try {
    const entries = await entriesOf(source);
    const index = entries.get(aiIndexFile);
    if (!index) throw new ZipFault('no index');
    const lines = linesOf((await contentOf(source, index, limits.index)).toString('utf8'), jobId);
    const named = new Map(lines.map((line) => [line.file, line]));
    entries.delete(aiIndexFile);
    if (named.size !== lines.length || named.size !== entries.size)
      throw new ZipFault('index and pictures differ');
    return [...entries].map(([name, entry]) => {
      const line = named.get(name);
      if (!line) throw new ZipFault('a picture without a line');
      return { line, content: () => contentOf(source, entry, limits.picture) };
    });
  } catch (error) {
    if (error instanceof ArchiveFault) throw new ZipFault(error.message);
    throw error;
  }
}
