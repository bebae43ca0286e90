import { allCalls, type Call } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkingSerialiser, compiledSerialiser } from './serialise.ts';

const callOf = (output: z.ZodType): Call => ({
  family: 'test',
  method: 'POST',
  path: 'test',
  allow: 'everyone',
  input: z.strictObject({}),
  output,
});

test('a field that the contract does not name is not sent', () => {
  const serialise = compiledSerialiser(
    callOf(z.object({ id: z.string(), inner: z.object({ a: z.number() }).nullable() })),
  );
  const row = { id: 'x', secretHash: 'y', inner: { a: 1, secret: 2 } };
  expect(JSON.parse(serialise(row))).toEqual({ id: 'x', inner: { a: 1 } });
  expect(JSON.parse(serialise({ id: 'x', inner: null }))).toEqual({ id: 'x', inner: null });
});

test('fields named like keywords of JSON Schema are sent', () => {
  const output = z.object({
    pattern: z.string(),
    format: z.string(),
    anyOf: z.string(),
    type: z.string(),
    properties: z.string(),
  });
  const row = { pattern: 'a', format: 'b', anyOf: 'c', type: 'd', properties: 'e' };
  expect(JSON.parse(compiledSerialiser(callOf(output))(row))).toEqual(row);
});

test('unions, tuples, records and constant numbers are sent unchanged', () => {
  const output = z.object({
    union: z.union([z.literal(1), z.literal(2)]),
    tuple: z.tuple([z.number(), z.string()]),
    record: z.record(z.string(), z.string()),
    unknown: z.unknown(),
    list: z.array(z.union([z.string(), z.number()])),
  });
  const row = { union: 2, tuple: [1, 'a'], record: { a: 'b' }, unknown: { any: [1] }, list: ['a', 1] };
  expect(JSON.parse(compiledSerialiser(callOf(output))(row))).toEqual(row);
});

test('an answer that breaks the contract throws where answers are checked', () => {
  expect(() => checkingSerialiser(callOf(z.object({ n: z.number() })))({ n: 'text' })).toThrow();
});

test('every call of the contract compiles', () => {
  for (const call of Object.values(allCalls).flatMap((group) => Object.values<Call>(group))) {
    if (call.kind !== 'bytes') expect(() => compiledSerialiser(call)).not.toThrow();
  }
});
