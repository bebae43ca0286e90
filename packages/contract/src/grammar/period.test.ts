import { expect, test } from 'vitest';
import { allCalls } from '../index.ts';
import type { Call } from './call.ts';

const early = ['2030-01-01T00:00:00.000Z', '2030-01-01'];
const late = ['2030-01-02T00:00:00.000Z', '2030-01-02'];
const ends = [
  ['from', 'to'],
  ['from', 'until'],
  ['startTime', 'endTime'],
  ['startDate', 'endDate'],
];

/** Calls that a period alone satisfies, with the form of its ends. */
const withPeriod = Object.values(allCalls).flatMap((group) =>
  Object.values<Call>(group).flatMap(({ path, input }) =>
    ends.flatMap(([start, end]) =>
      [0, 1]
        .filter((form) => input.safeParse({ [start!]: early[form], [end!]: late[form] }).success)
        .map((form) => ({ path, input, start: start!, end: end!, form })),
    ),
  ),
);

test('the walk finds the calls with a period', () => {
  expect(withPeriod.length).toBeGreaterThan(15);
});

test.each(withPeriod)('$path refuses a period that ends before it starts', ({ input, start, end, form }) => {
  const { error } = input.safeParse({ [start]: late[form], [end]: early[form] });
  expect(error?.issues).toMatchObject([{ path: [end], message: 'ENDS_BEFORE_START' }]);
  expect(input.safeParse({ [start]: late[form], [end]: late[form] }).success).toBe(true);
});
