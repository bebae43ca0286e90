import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

interface ZippedFile {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** The same content always gives the same bytes. */
const always = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

async function* bytesOf(content: ZippedFile['content']) {
  for await (const text of content) yield Buffer.from(text);
}

/**
 * A zip that leaves while it is made: never more of it in memory than a few pieces, however much it holds. A fault while a file is
 * read ends the stream with it.
 */
export function zipStream(files: Iterable<ZippedFile>): Readable {
  const zip = new ZipFile();
  // The types know it as the older interface; it is a stream of Node.
  const zipped = zip.outputStream as Readable;
  zip.on('error', (fault: Error) => zipped.destroy(fault));
  for (const { name, content } of files) {
    const source = Readable.from(bytesOf(content), { objectMode: false });
    // Whoever stops reading must not leave a file half read behind.
    zipped.once('close', () => source.destroy());
    zip.addReadStream(source, name, always);
  }
  zip.end();
  return zipped;
}
