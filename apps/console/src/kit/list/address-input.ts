import type { Call } from '@sweepline/contract';
import { z } from 'zod';

type Fields = Record<string, z.ZodType>;

const fieldsOf = (call: Call): Fields =>
  call.input instanceof z.ZodObject ? (call.input.shape as Fields) : {};

function bare(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault) {
    return bare(field.unwrap() as z.ZodType);
  }
  return field;
}

function read(field: z.ZodType, texts: string[]): unknown {
  const inner = bare(field);
  if (inner instanceof z.ZodArray) return texts.map((text) => read(inner.element as z.ZodType, [text]));
  if (inner instanceof z.ZodNumber) return Number(texts[0]);
  if (inner instanceof z.ZodBoolean) return texts[0] === 'true';
  return texts[0];
}

/** Reads a call's input from the address. The schema of the call decides the types. Values it refuses are left out. */
export function inputFromAddress(call: Call, params: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(call)).flatMap(([name, field]) => {
      const texts = params.getAll(name);
      const value = texts.length > 0 ? read(field, texts) : undefined;
      return value !== undefined && field.safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The address with these fields changed. Empty fields are removed. */
export function addressWith(params: URLSearchParams, changes: Record<string, unknown>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    if (!isEmpty(value)) [value].flat().forEach((item) => next.append(name, String(item)));
  }
  return next;
}
