import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { isStorableText, maxFieldsBytes, storableText } from '@sweepline/contract';
import { wrongField, type Refusal } from '../calls/ctx.ts';
import type { Upload } from '../calls/input.ts';
import { removeUploads, storeUpload } from '../files/upload-folder.ts';

const maxFields = 50;

interface Multipart {
  body: Readable;
  headers: IncomingHttpHeaders;
  /** The files of the call, each with its maximum size. */
  maxUploadBytes: Readonly<Record<string, number>>;
  /** The folder for files that are too large for memory. */
  folder: string;
}

/** Reads the fields and files of a multipart body. An unknown file or a duplicate name is refused. */
export async function readMultipart({ body, headers, ...options }: Multipart) {
  const type = headers['content-type'];
  if (!type || !/^multipart\/form-data;/i.test(type)) throw wrongField('', 'MULTIPART_EXPECTED');
  const parser = createParser(headers, type);
  const parts = collectParts(options);
  try {
    await new Promise<void>((resolve, reject) => {
      parser
        .on('field', (name, value, nameTruncated, truncated) => {
          parts.field(name, nameTruncated || truncated ? undefined : value).catch(reject);
        })
        .on('file', (name, content, fileName, _encoding, mediaType) => {
          parts.file(name, content, { fileName, mediaType }).catch(reject);
        })
        .on('partsLimit', () => reject(wrongField('', 'TOO_MANY_PARTS')))
        .on('error', () => reject(wrongField('', 'MULTIPART_UNREADABLE')))
        .on('finish', () => resolve());
      body.on('error', reject);
      body.pipe(parser);
    });
    await parts.settled();
    return { fields: parts.fields, uploads: parts.uploads };
  } catch (error) {
    body.unpipe(parser);
    parser.destroy();
    await parts.discard();
    throw error;
  }
}

/** Collects the parts while they are parsed. */
function collectParts({ maxUploadBytes, folder }: Pick<Multipart, 'maxUploadBytes' | 'folder'>) {
  const fields: Record<string, unknown> = {};
  const uploads = new Map<string, Upload>();
  const storing: Promise<void>[] = [];
  const contents: Readable[] = [];
  const names = new Set<string>();
  const checkName = (name = '') => {
    // A field with such a name would replace a built-in member of the object.
    if (name in {}) throw wrongField(name, 'UNKNOWN_FIELD');
    if (names.has(name)) throw wrongField(name, 'DUPLICATE_FIELD');
    names.add(name);
  };
  return {
    fields,
    uploads,
    field: async (name: string, value: string | undefined): Promise<void> => {
      checkName(name);
      if (value === undefined) throw wrongField(name, 'TOO_MUCH_TEXT');
      fields[name] = value;
    },
    file: async (name: string, content: Readable, about: Pick<Upload, 'fileName' | 'mediaType'>) => {
      contents.push(content.on('error', () => {}));
      if (![name, about.fileName, about.mediaType].every(isStorableText))
        throw wrongField(storableText(name, 64), 'CHARACTERS');
      checkName(name);
      const maxBytes = Object.hasOwn(maxUploadBytes, name) ? maxUploadBytes[name] : undefined;
      if (maxBytes === undefined) throw refusalOfFile(name, Object.keys(maxUploadBytes));
      const stored = storeUpload(content, { name, maxBytes, folder }).then((file) => {
        uploads.set(name, { ...about, ...file });
      });
      storing.push(stored);
      await stored;
    },
    settled: () => Promise.all(storing),
    discard: async (): Promise<void> => {
      // A file that never ends would keep its bytes on disk, and the call open, forever.
      for (const content of contents) content.destroy(new Error('the body was refused'));
      await Promise.allSettled(storing);
      await removeUploads(uploads);
    },
  };
}

function createParser(headers: IncomingHttpHeaders, type: string) {
  const limits = {
    parts: maxFields,
    fieldSize: maxFieldsBytes,
    fieldNameSize: 100,
    headerPairs: 20,
    headerSize: 4_096,
  };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits });
  } catch {
    throw wrongField('', 'MULTIPART_UNREADABLE');
  }
}

/** A further one of numbered files, as a fifth picture, is one too many. */
function refusalOfFile(name: string, taken: readonly string[]): Refusal {
  const [, series] = /^([a-zA-Z]+)\d+$/.exec(name) ?? [];
  const max = taken.filter((it) => /^([a-zA-Z]+)\d+$/.exec(it)?.[1] === series).length;
  return series !== undefined && max > 0
    ? wrongField(name, 'TOO_MANY_FILES', { max })
    : wrongField(name, 'UNKNOWN_FILE');
}
