import { gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

interface ZipEntry {
  name: string;
  content?: Buffer;
  mode?: number;
}

/** A zip with these entries; names are written as they are. */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  const safe = (n: number) => `entry-${String(n).padStart(4, '0')}`;
  for (const [n, { content = Buffer.from('x'), mode = 0o100_644 }] of entries.entries())
    zip.addBuffer(content, safe(n), { mode, compress: content.length > 1 });
  zip.end();
  // The types declare the older interface; it is a Node stream.
  const bytes = (await buffer(zip.outputStream as Readable)).toString('latin1');
  // The writer refuses unsafe names, so names of the same length are put in afterwards.
  const named = bytes.replaceAll(/entry-(\d{4})/g, (_, n: string) => nameOf(entries[Number(n)]!));
  return Buffer.from(named, 'latin1');
}

const nameOf = ({ name }: ZipEntry) => name.padEnd(10, '_').slice(0, 10);

interface TarEntry {
  name: string;
  type?: string;
  link?: string;
  content?: Buffer;
  /** Writes further fields before the checksum is computed. */
  edit?: (head: Buffer) => void;
}

export function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, type = '0', link = '', content = Buffer.alloc(0), edit }) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write('0000644\0', 100);
    head.write(content.length.toString(8).padStart(11, '0'), 124);
    head.write(' '.repeat(8), 148);
    head.write(type, 156);
    head.write(link, 157);
    head.write('ustar\u000000', 257);
    edit?.(head);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export const tarGzOf = (entries: readonly TarEntry[]): Buffer => gzipSync(tarOf(entries));
