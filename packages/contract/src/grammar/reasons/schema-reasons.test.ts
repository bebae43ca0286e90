import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../../index.ts';
import type { Call } from '../call.ts';
import { isReasonCode } from './field-reasons.ts';

interface Def {
  error?: (issue: object) => unknown;
  checks?: { _zod: { def: Def } }[];
  [name: string]: unknown;
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** The schemas directly inside a value of a definition: a schema, a list or an object of them. */
const schemasIn = (value: unknown): z.ZodType[] => {
  if (isSchema(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter(isSchema);
};

/** The messages that the checks of a schema and of its parts set themselves. */
function messagesOf(schema: z.ZodType, visited = new Set<z.ZodType>()): string[] {
  if (visited.has(schema)) return [];
  visited.add(schema);
  // zod types each kind of schema on its own; the walk reads the parts that any of them may have.
  const def = schema._zod.def as unknown as Def;
  const own = [def, ...(def.checks ?? []).map((check) => check._zod.def)];
  const messages = own.flatMap(({ error }) => (error ? [String(error({}))] : []));
  return [
    ...messages,
    ...Object.values(def).flatMap((part) => schemasIn(part).flatMap((inner) => messagesOf(inner, visited))),
  ];
}

const inputs = Object.values(allCalls).flatMap((group) =>
  Object.values<Call>(group).map(({ path, input }) => ({ path, messages: messagesOf(input) })),
);

test('the walk finds the messages of checks, of formats and of nested fields', () => {
  const schema = z.object({
    a: z.array(z.string().min(1, 'of a check')),
    b: z.email('of a format').optional(),
  });
  const messages = messagesOf(schema.refine(() => true, 'of an object'));
  expect([...new Set(messages)].toSorted()).toEqual(['of a check', 'of a format', 'of an object']);
});

test('each message that a call’s schema sets is the code of a reason', () => {
  const wrong = inputs.flatMap(({ path, messages }) =>
    messages.filter((message) => !isReasonCode(message)).map((message) => `${path}: ${message}`),
  );
  expect(wrong).toEqual([]);
  expect(new Set(inputs.flatMap(({ messages }) => messages)).size).toBeGreaterThan(10);
});
