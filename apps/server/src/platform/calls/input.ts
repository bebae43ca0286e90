import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  fieldReason,
  isStorableText,
  unstorablePlaces,
  type Call,
  type FieldReason,
} from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readMultipart } from '../http/multipart.ts';
import { Refusal, wrongField } from './ctx.ts';
import { reasonOfIssue } from './issue-reasons.ts';

/** Bytes in memory, or the path of the file that stores them until the call ends. */
export type UploadContent = Uint8Array | { path: string };

/** One file of a multipart body. */
export interface Upload {
  fileName: string;
  mediaType: string;
  sha256: string;
  content: UploadContent;
}
export type Uploads = ReadonlyMap<string, Upload>;

/** The uploaded file of this name. A missing one is refused as `invalid`. */
export function uploadOf(uploads: Uploads, name: string): Upload {
  const upload = uploads.get(name);
  if (!upload) throw wrongField(name, 'FILE_REQUIRED');
  return upload;
}

/** Reads the content into memory; for small files and for files needed whole. */
export async function bytesOf(content: UploadContent): Promise<Buffer> {
  if (!(content instanceof Uint8Array)) return await readFile(content.path);
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

const noUploads: Uploads = new Map();

/** The request's fields, parsed by the contract's schema, and its uploaded files. */
export async function readInput(
  { uploadFolder }: { uploadFolder: string },
  call: Call,
  request: FastifyRequest,
) {
  if (call.kind === 'multipart') {
    const { fields, uploads } = await readMultipart({
      // The parser of multipart bodies passes the stream through; a request without a body has no stream.
      body: (request.body as Readable | undefined) ?? Readable.from([]),
      headers: request.headers,
      maxUploadBytes: call.maxUploadBytes ?? {},
      folder: uploadFolder,
    });
    return { input: parseInput(call.input, fromText(call.input, fields)), uploads };
  }
  if (call.method === 'POST') return { input: parseInput(call.input, request.body), uploads: noUploads };
  // Both are objects of texts; Fastify leaves their types open.
  const values = { ...(request.query as object), ...(request.params as object) };
  return { input: parseInput(call.input, fromText(call.input, values)), uploads: noUploads };
}

/** Parses by the call's schema. Invalid fields, and texts that cannot be stored, are refused with a reason per field. */
export function parseInput(schema: z.ZodType, value: unknown): unknown {
  const fields: Record<string, FieldReason> = {};
  for (const place of unstorablePlaces(value)) fields[place] = fieldReason('CHARACTERS');
  const isStorable = Object.keys(fields).length === 0;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success && isStorable) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const at = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20).filter(isStorableText))
        fields[at ? `${at}.${key}` : key] ??= fieldReason('UNKNOWN_FIELD');
    } else {
      fields[at] ??= reasonOfIssue(issue, value ?? {});
    }
  }
  throw new Refusal('invalid', { fields });
}

/** Query strings and form fields are texts. Converts them to numbers, booleans and lists where the schema requires it. */
export function fromText(schema: z.ZodType, values: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return values;
  const shape: Record<string, z.core.$ZodType | undefined> = schema.shape;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(shape[name], value)]));
}

function read(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return read(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodArray) return [value].flat().map((item) => read(schema.element, item));
  if (typeof value !== 'string') return value;
  if (schema instanceof z.ZodNumber) return value.trim() === '' ? value : Number(value);
  if (schema instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}
