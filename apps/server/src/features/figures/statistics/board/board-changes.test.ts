import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, type PartSum } from './change-rules.ts';

const part = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', ''),
  amount: fc.integer({ min: 0, max: 1_000_000 }),
  divisor: fc.integer({ min: 0, max: 1_000_000 }),
  known: fc.integer({ min: 0, max: 3 }),
});
const period = fc.uniqueArray(part, { selector: ({ key }) => key });
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

test.each([true, false])(
  'the shares of all parts add up to the difference of the figure, as a ratio: %s',
  (ratio) => {
    fc.assert(
      fc.property(period, period, (now, before) => {
        const change = changeOf(now, before, { ratio, empty: null });
        if (change.value === null || change.before === null) {
          expect(change.parts).toEqual([]);
          return;
        }
        const difference = change.value - change.before;
        expect(sum(change.parts.map((each) => each.difference))).toBeCloseTo(difference, 6);
      }),
    );
  },
);

const a = (key: string, amount: number, divisor: number): PartSum => ({ key, amount, divisor, known: 1 });

test('a part with an unchanged ratio shows in a ratio when its weight changes', () => {
  const change = changeOf([a('good', 90, 100), a('poor', 50, 100)], [a('good', 90, 100)], {
    ratio: true,
    empty: null,
  });
  expect(change).toMatchObject({ value: 0.7, before: 0.9, parts: [{ key: 'poor' }, { key: 'good' }] });
  expect(change.parts[0]!.difference).toBeCloseTo(-0.15);
  expect(change.parts[1]!.difference).toBeCloseTo(-0.05);
});

test('a period without a value has no difference and no part', () => {
  const change = changeOf([a('x', 5, 1)], [], { ratio: false, empty: null });
  expect(change).toEqual({ value: 5, before: null, parts: [] });
  expect(changeOf([a('x', 5, 1)], [], { ratio: false, empty: 0 })).toMatchObject({
    before: 0,
    parts: [{ key: 'x', before: 0, difference: 5 }],
  });
});
