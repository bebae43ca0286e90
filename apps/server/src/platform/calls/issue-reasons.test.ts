import { because, becauseAt, fieldReasons, langs, type ReasonCode } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reasonOfIssue } from './issue-reasons.ts';
import { reasonText } from './refusal-text.ts';

const cases: [z.ZodType, unknown, ReasonCode, Record<string, string | number>?][] = [
  [z.string(), undefined, 'REQUIRED'],
  [z.string().trim().min(3), '  ', 'REQUIRED'],
  [z.array(z.string()).min(1), [], 'REQUIRED'],
  [z.string(), 5, 'TEXT_EXPECTED'],
  [z.string(), null, 'TEXT_EXPECTED'],
  [z.number(), 'x', 'NUMBER_EXPECTED'],
  [z.number(), Number.NaN, 'NUMBER_EXPECTED'],
  [z.number().int(), 1.5, 'INTEGER_EXPECTED'],
  [z.boolean(), 'yes', 'BOOLEAN_EXPECTED'],
  [z.array(z.string()), {}, 'LIST_EXPECTED'],
  [z.object({}), 'x', 'OBJECT_EXPECTED'],
  [z.record(z.string(), z.string()), [], 'OBJECT_EXPECTED'],
  [z.string().min(6), 'abc', 'TOO_SHORT', { min: 6 }],
  [z.string().max(2), 'abc', 'TOO_LONG', { max: 2 }],
  [z.string().length(2), 'abc', 'EXACT_LENGTH', { length: 2 }],
  [z.number().min(6), 5, 'TOO_SMALL', { min: 6 }],
  [z.number().positive(), 0, 'NOT_ABOVE', { min: 0 }],
  [z.number().max(6), 7, 'TOO_LARGE', { max: 6 }],
  [z.number().lt(6), 6, 'NOT_BELOW', { max: 6 }],
  [z.array(z.number()).min(2), [1], 'TOO_FEW', { min: 2 }],
  [z.array(z.number()).max(1), [1, 2], 'TOO_MANY', { max: 1 }],
  [z.array(z.number()).length(1), [1, 2], 'EXACT_COUNT', { count: 1 }],
  [z.number().multipleOf(0.5), 0.7, 'NOT_A_MULTIPLE', { step: 0.5 }],
  [z.email(), 'x', 'EMAIL'],
  [z.uuid(), 'x', 'UUID'],
  [z.url(), 'x', 'ADDRESS'],
  [z.iso.date(), 'x', 'DATE'],
  [z.iso.time(), 'x', 'TIME'],
  [z.iso.datetime(), 'x', 'DATE_TIME'],
  [z.string().regex(/^a$/), 'x', 'FORMAT'],
  [z.enum(['A', 'B']), 'C', 'NOT_ALLOWED', { values: 'A, B' }],
  [z.literal(1), 2, 'NOT_ALLOWED', { values: '1' }],
  [z.union([z.literal(''), z.email()]), 'x', 'EMAIL'],
  [z.union([z.number(), z.boolean()]), 'x', 'INVALID'],
  [z.partialRecord(z.enum(['a']), z.string()), { b: 'x' }, 'UNKNOWN_FIELD'],
  [z.string().regex(/^a$/, because('TIME')), 'x', 'TIME'],
  [
    z.object({}).refine(() => false, becauseAt('to', 'TOO_MANY_DAYS', { days: 31 })),
    {},
    'TOO_MANY_DAYS',
    { days: 31 },
  ],
  [z.string().refine(() => false, 'some English'), 'x', 'INVALID'],
];

const named = cases.map(([schema, value, code, params = {}]) => ({ schema, value, code, params }));

test.each(named)('an invalid value has the reason of its rule: $code', ({ schema, value, code, params }) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  const reason = reasonOfIssue(issue!, value);
  expect(reason).toEqual({ code, params });
  for (const lang of langs) expect(reasonText(reason, lang)).not.toMatch(/\{\w+\}/);
});

test('numbers are written in the form of the language', () => {
  const reason = { code: 'TOO_LARGE', params: { max: 1234.5 } } as const;
  expect(reasonText(reason, 'en')).toBe('At most 1,234.5');
  expect(reasonText(reason, 'ge')).toBe('Höchstens 1.234,5');
  expect(fieldReasons.TOO_LARGE.ja).toContain('{max}');
});
