import type { Call } from '@sweepline/contract';
import fastJson, { type Schema } from 'fast-json-stringify';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces unions by `nullable` and plain types: the serialiser runs a validator for each branch of a union. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (!isObject(value)) return value;
  const { pattern: _pattern, format: _format, anyOf, ...rest } = value;
  // The keys of `properties` are field names, which may equal keywords of JSON Schema.
  const each = (inner: Json): Json =>
    Object.fromEntries(Object.entries(inner).map(([key, schema]) => [key, simplify(schema)]));
  const { properties, ...words } = rest;
  const plain: Json = { ...each(words), ...(isObject(properties) && { properties: each(properties) }) };
  if (!Array.isArray(anyOf)) return plain;
  const branches = anyOf.filter((branch) => !isObject(branch) || branch.type !== 'null').map(simplify);
  const nullable = branches.length < anyOf.length && { nullable: true };
  const [only] = branches;
  if (branches.length === 1 && isObject(only)) return { ...plain, ...only, ...nullable };
  const types = new Set(
    branches.map((branch) => (isObject(branch) && 'const' in branch ? branch.type : undefined)),
  );
  const [type] = types;
  // A union of constants of one type needs no validator: the server itself produced the value.
  return types.size === 1 && type
    ? { ...plain, type, ...nullable }
    : { ...plain, anyOf: branches, ...nullable };
}

/** Writes a call's `data` as JSON. */
export type Serialiser = (data: unknown) => string;

const compiled = new WeakMap<Call['output'], Serialiser>();

/** A serialiser compiled once from the contract. It drops fields that the contract does not name. */
export function compiledSerialiser({ output }: Call): Serialiser {
  const earlier = compiled.get(output);
  if (earlier) return earlier;
  const schema = simplify(
    z.toJSONSchema(output, { target: 'draft-7', io: 'output', unrepresentable: 'any' }),
  );
  // zod generated the schema; the serialiser has its own type for it.
  const serialiser: Serialiser = fastJson(schema as Schema);
  compiled.set(output, serialiser);
  return serialiser;
}

/**
 * For tests and development: parses the answer with the contract, so a handler that returns another shape fails. Throws if the
 * compiled serialiser writes something else.
 */
export function checkingSerialiser(call: Call): Serialiser {
  const serialise = compiledSerialiser(call);
  return (data) => {
    const text = JSON.stringify(call.output.parse(data));
    const fast = serialise(data);
    if (!isDeepStrictEqual(JSON.parse(fast), JSON.parse(text))) {
      throw new Error(`${call.path}: the compiled serialiser says ${fast}, the contract ${text}`);
    }
    return text;
  };
}
