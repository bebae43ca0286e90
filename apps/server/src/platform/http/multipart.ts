import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { isStorableText, maxFieldsBytes, storableText, unstorable } from '@sweepline/contract';
import { wrongField } from '../calls/ctx.ts';
import type { Upload } from '../calls/input.ts';
import { removeUploads, storeUpload } from '../files/upload-folder.ts';

const maxFields = 50;

interface Multipart {
  body: Readable;
  headers: IncomingHttpHeaders;
  /** The files the call takes, with the largest size of each. */
  maxUploadBytes: Readonly<Record<string, number>>;
  /** Where files that are too large for memory are kept until they are used. */
  folder: string;
}

/** The fields and files of a multipart body. A file the call does not name, or the same name twice, is refused. */
export async function readMultipart({ body, headers, ...taken }: Multipart) {
  const type = headers['content-type'];
  if (!type || !/^multipart\/form-data;/i.test(type)) throw wrongField('', 'multipart/form-data expected');
  const parser = createParser(headers, type);
  const parts = collectParts(taken);
  try {
    await new Promise<void>((resolve, reject) => {
      parser
        .on('field', (name, value, nameTruncated, truncated) => {
          parts.field(name, nameTruncated || truncated ? undefined : value).catch(reject);
        })
        .on('file', (name, content, fileName, _encoding, mediaType) => {
          parts.file(name, content, { fileName, mediaType }).catch(reject);
        })
        .on('partsLimit', () => reject(wrongField('', 'too many parts')))
        .on('error', () => reject(wrongField('', 'not a readable multipart body')))
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

/** Gathers the parts as the parser finds them. */
function collectParts({ maxUploadBytes, folder }: Pick<Multipart, 'maxUploadBytes' | 'folder'>) {
  const fields: Record<string, unknown> = {};
  const uploads = new Map<string, Upload>();
  const storing: Promise<void>[] = [];
  const contents: Readable[] = [];
  const names = new Set<string>();
  const checkName = (name = '') => {
    // A field of such a name would change what an object of ours is.
    if (name in {}) throw wrongField(name, 'unknown field');
    if (names.has(name)) throw wrongField(name, 'given twice');
    names.add(name);
  };
  return {
    fields,
    uploads,
    field: async (name: string, value: string | undefined): Promise<void> => {
      checkName(name);
      if (value === undefined) throw wrongField(name, 'too long');
      fields[name] = value;
    },
    file: async (name: string, content: Readable, about: Pick<Upload, 'fileName' | 'mediaType'>) => {
      contents.push(content.on('error', () => {}));
      if (![name, about.fileName, about.mediaType].every(isStorableText))
        throw wrongField(storableText(name, 64), unstorable);
      checkName(name);
      const maxBytes = Object.hasOwn(maxUploadBytes, name) ? maxUploadBytes[name] : undefined;
      if (maxBytes === undefined) throw wrongField(name, 'unknown file');
      const stored = storeUpload(content, { name, maxBytes, folder }).then((kept) => {
        uploads.set(name, { ...about, ...kept });
      });
      storing.push(stored);
      await stored;
    },
    settled: () => Promise.all(storing),
    discard: async (): Promise<void> => {
      // A file that never ends would keep its place on disk, and this call, for ever.
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
    throw wrongField('', 'not a readable multipart body');
  }
}
