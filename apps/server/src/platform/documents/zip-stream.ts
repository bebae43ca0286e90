import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZippedFile {
  name: string;
  /** Read when the zip comes to this file. */
  content: AsyncIterable<string | Uint8Array> | Iterable<string>;
}

/** Fixed times, so that the same content always gives the same bytes. */
const fixedTimes = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

async function* bytesOf(content: ZippedFile['content']) {
  for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/**
 * A streamed zip: only a few chunks are in memory, whatever its size. An error while a file is read destroys the stream with that
 * error.
 */
export function zipStream(files: Iterable<ZippedFile>): Readable {
  const zip = new ZipFile();
  // The types declare the older interface; it is a Node stream.
  const zipped = zip.outputStream as Readable;
  zip.on('error', (fault: Error) => zipped.destroy(fault));
  const sources: Readable[] = [];
  // If the reader stops, the sources must be closed too.
  zipped.once('close', () => sources.forEach((source) => source.destroy()));
  for (const { name, content } of files) {
    const source = Readable.from(bytesOf(content), { objectMode: false });
    sources.push(source);
    zip.addReadStream(source, name, fixedTimes);
  }
  zip.end();
  return zipped;
}
