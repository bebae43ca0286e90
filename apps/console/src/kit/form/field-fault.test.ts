import { accountCalls, companyCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { faultOf } from './field-fault.ts';

const faultsIn = (schema: z.ZodType, values: Record<string, unknown>) =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? []).map((issue) => [
      issue.path.join('.'),
      faultOf(issue, values),
    ]),
  );

const account = { companyId: '01900000-0000-7000-8999-000000000000', nickname: 'Li Wei', roleType: 3 };
const { input } = accountCalls.register;

test('each invalid field of an account has the fault of its own rule', () => {
  const named = (username: string) => faultsIn(input, { ...account, username })['username'];
  expect(named('abcde')).toEqual({ key: 'tooShort', count: 6 });
  expect(named(' abcde ')).toEqual({ key: 'tooShort', count: 6 });
  expect(named('a'.repeat(31))).toEqual({ key: 'tooLong', count: 30 });
  expect(named('li  wei')).toEqual({ key: 'check' });
  expect(named('   ')).toEqual({ key: 'missing' });
  expect(faultsIn(input, { ...account, username: 'li.wei', nickname: '', email: 'nobody' })).toEqual({
    nickname: { key: 'missing' },
    roleId: { key: 'missing' },
    email: { key: 'email' },
  });
});

test('numbers and lists have faults with their bounds, also in nested fields', () => {
  const { input: update } = companyCalls.update;
  const { rating, name } = faultsIn(update, {
    id: account.companyId,
    version: 1,
    rating: 6,
    name: 'x'.repeat(61),
  });
  expect([rating, name]).toEqual([
    { key: 'tooLarge', count: 5 },
    { key: 'tooLong', count: 60 },
  ]);
  const deep = z.object({ rows: z.array(z.object({ minutes: z.number().min(5) })).min(1) });
  expect(faultsIn(deep, { rows: [] })).toEqual({ rows: { key: 'missing' } });
  expect(faultsIn(deep, { rows: [{ minutes: 1 }, {}] })).toEqual({
    'rows.0.minutes': { key: 'tooSmall', count: 5 },
    'rows.1.minutes': { key: 'missing' },
  });
});
