import { allCalls, errors, type Call } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../test-kit/index.ts';
import { testServer } from '../test-kit/test-server.ts';

const server = testServer();

/** A month, and a day more than 31 days, as moments and as days. */
const forms = [
  {
    month: ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'],
    longer: ['2030-01-01T00:00:00.000Z', '2030-02-02T00:00:00.000Z'],
  },
  { month: ['2030-01-01', '2030-01-31'], longer: ['2030-01-01', '2030-02-01'] },
] as const;

/** Calls whose answer is a file of a period. */
const exportsOf = Object.values(allCalls).flatMap((group) =>
  Object.values<Call>(group).flatMap((call) =>
    forms.flatMap(({ month, longer }) => {
      const [from, to] = month;
      const isExport =
        call.kind === 'bytes' &&
        call.input.safeParse({ from, to }).success &&
        !call.input.safeParse({}).success;
      return isExport
        ? [{ path: call.path, call, month: { from, to }, longer: { from: longer[0], to: longer[1] } }]
        : [];
    }),
  ),
);

test('the walk finds the exports with a period', () => {
  expect(exportsOf.length).toBeGreaterThan(8);
});

test.each(exportsOf)('$path covers at most one month', async ({ call, month, longer }) => {
  const { code, msg } = await server.send(call, people.superAdmin, longer);
  // The log marks the field instead.
  expect([errors.exportTooLong.texts.en, 'Check the marked fields'], call.path).toContain(msg);
  expect([400, 422]).toContain(code);
  expect((await server.send(call, people.superAdmin, month)).code ?? 200).toBe(200);
});
