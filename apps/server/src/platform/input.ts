import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isStorableText, storableText, unstorable, unstorablePlaces } from '@sweepline/contract';
import { z } from 'zod';
import { Refusal } from './ctx.ts';

/** One file of a multipart body, in memory; big files go another way. */
export interface Upload {
  fileName: string;
  mediaType: string;
  bytes: Buffer;
}
export type Uploads = ReadonlyMap<string, Upload>;

/** The file a call cannot do without. */
export function uploadOf(uploads: Uploads, name: string): Upload {
  const upload = uploads.get(name);
  if (!upload) throw new Refusal('invalid', { fields: { [name]: 'a file is needed' } });
  return upload;
}

/** Parses by the call's schema; what does not fit, or cannot be stored, is refused with a reason per field. */
export function parseInput(schema: z.ZodType, value: unknown): unknown {
  const fields = Object.fromEntries(unstorablePlaces(value).map((place) => [place, unstorable]));
  const isStorable = Object.keys(fields).length === 0;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success && isStorable) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const at = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20).filter(isStorableText))
        fields[at ? `${at}.${key}` : key] ??= 'unknown field';
    } else {
      fields[at] ??= issue.message;
    }
  }
  throw new Refusal('invalid', { fields });
}

/** Query strings and form fields carry text; numbers, booleans and lists are read where the schema wants them. */
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

const mostFields = 50;

/** The fields and files of a multipart body. The same name twice is refused rather than one of the two being dropped. */
export async function readMultipart(request: FastifyRequest, maxFileBytes: number) {
  if (!request.isMultipart())
    throw new Refusal('invalid', { fields: { '': 'multipart/form-data expected' } });
  const fields: Record<string, unknown> = {};
  const uploads = new Map<string, Upload>();
  const limits = {
    files: maxFileBytes > 0 ? 6 : 0,
    fileSize: maxFileBytes,
    fields: mostFields,
    fieldSize: 64 * 1024,
  };
  for await (const part of request.parts({ limits })) {
    if (Object.hasOwn(fields, part.fieldname) || uploads.has(part.fieldname)) {
      throw new Refusal('invalid', { fields: { [part.fieldname]: 'given twice' } });
    }
    if (part.type === 'file') {
      if (![part.fieldname, part.filename, part.mimetype].every(isStorableText))
        throw new Refusal('invalid', { fields: { [storableText(part.fieldname, 64)]: unstorable } });
      uploads.set(part.fieldname, {
        fileName: part.filename,
        mediaType: part.mimetype,
        bytes: await part.toBuffer(),
      });
    } else {
      fields[part.fieldname] = part.value;
    }
  }
  return { fields, uploads };
}
