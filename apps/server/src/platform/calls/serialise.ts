import type { Call } from '@sweepline/contract';
import fastJson, { type Schema } from 'fast-json-stringify';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `nullable` and plain types instead of unions: the serialiser tries the branches of a union one by one, each with a validator. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (!isObject(value)) return value;
  const { pattern: _pattern, format: _format, anyOf, ...rest } = value;
  // Under `properties` stand names of ours, which may read like words of the schema language.
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
  // A union of constants of one type needs no test at all: the value was of our own making.
  return types.size === 1 && type
    ? { ...plain, type, ...nullable }
    : { ...plain, anyOf: branches, ...nullable };
}

/** The text of a call's `data`. */
export type Serialiser = (data: unknown) => string;

/** Compiled once from the contract; what the contract does not name is dropped at no cost. */
export function compiledSerialiser(call: Call): Serialiser {
  const schema = simplify(
    z.toJSONSchema(call.output, { target: 'draft-7', io: 'output', unrepresentable: 'any' }),
  );
  // The schema is what zod generated, made simpler; its type is the serialiser's own.
  return fastJson(schema as Schema);
}

/**
 * For tests and development: the answer is parsed by the contract, so a handler that answers something else fails, and the
 * compiled serialiser must say the same.
 */
export function checkingSerialiser(call: Call): Serialiser {
  const compiled = compiledSerialiser(call);
  return (data) => {
    const text = JSON.stringify(call.output.parse(data));
    const fast = compiled(data);
    if (!isDeepStrictEqual(JSON.parse(fast), JSON.parse(text))) {
      throw new Error(`${call.path}: the compiled serialiser says ${fast}, the contract ${text}`);
    }
    return text;
  };
}
