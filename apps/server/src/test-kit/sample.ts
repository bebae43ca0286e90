import type { Call } from '@sweepline/contract';
import { z } from 'zod';

interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** An id that no row has. */
export const nowhere = '01900000-0000-7000-8999-000000000000';

function text({ format, pattern, minLength = 1 }: Schema, word?: string): string {
  if (format === 'uuid') return nowhere;
  if (format === 'date') return '2030-01-01';
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z';
  if (format === 'email') return 'x@example.com';
  if (!pattern) return word ?? 'x'.repeat(minLength);
  const runs = Array.from({ length: 64 }, (_, n) => 'x'.repeat(n + 1));
  // A word, a path in the console, a time of day, a currency, a fingerprint, a version, or a signature.
  const others = ['/x', '07:00', 'EUR', '0'.repeat(64), '1.0.0', `${'A'.repeat(86)}==`];
  const fit = runs.concat(others).find((candidate) => new RegExp(pattern).test(candidate));
  if (!fit) throw new Error(`no sample for ${pattern}`);
  return fit;
}

function valueOf(schema: Schema, word?: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  // A text that a check of the contract compares with a list, which is not in its JSON schema.
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf?.[0]) return valueOf(schema.anyOf[0], word);
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'string':
      return text(schema, word);
    case 'number':
    case 'integer':
      return schema.minimum === undefined || schema.minimum < 0 ? 1 : schema.minimum;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueOf(schema.items ?? {}, word));
    default:
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, valueOf(schema.properties?.[name] ?? {}, word)]),
      );
  }
}

/** A cache: the walks use the same calls repeatedly, and generating a schema takes longer than many an answer. */
const schemas = new WeakMap<Call, Schema>();

function schemaOf(call: Call): Schema {
  const schema =
    schemas.get(call) ??
    // zod generates JSON Schema; `Schema` describes the parts that the inputs use.
    (z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(call, schema);
  return schema;
}

/** The smallest valid input of a call, generated from its schema. */
export const sampleOf = (call: Call) => valueOf(schemaOf(call)) as Record<string, unknown>;

/** A value of any schema, with `word` in every free text. */
export const sampleFor = (schema: z.ZodType, word: string) =>
  valueOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema, word);

/** The names of all fields of a call, and those that name another record. */
export const fieldsOf = (call: Call) => Object.keys(schemaOf(call).properties ?? {});
export const referencesOf = (call: Call) =>
  fieldsOf(call).filter((name) => /^(device|map|task|company|site)Id$/.test(name));
