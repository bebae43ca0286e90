import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvNumbers } from './csv-numbers.ts';

test.each([
  ['5120', 5120],
  ['10.5', 10.5],
  ['10,5', 10.5],
  ['0.125', 0.125],
  ['1234,567', 1234.567],
  ['1,024.5', 1024.5],
  ['1.024,5', 1024.5],
  ['1,024,000', 1_024_000],
  ['1.024.000', 1_024_000],
  ['1 024', 1024],
  ['1\u202f024,5', 1024.5],
  ["1'024", 1024],
  ['', null],
  ['1,024', 'NUMBER_AMBIGUOUS'],
  ['1.024', 'NUMBER_AMBIGUOUS'],
  ['1e3', 'INVALID'],
  ['0x400', 'INVALID'],
  ['-5', 'INVALID'],
  ['1,02,000', 'INVALID'],
  ['1.5.0', 'INVALID'],
  ['1,', 'INVALID'],
  ['.5', 'INVALID'],
  ['Infinity', 'INVALID'],
  ['1 0', 'INVALID'],
  ['１２', 'INVALID'],
])('%s alone is %s', (cell, expected) => {
  expect(csvNumbers([cell])).toEqual([expected]);
});

test('the other cells of a column decide what a mark before three digits means', () => {
  expect(csvNumbers(['1,024', '2.5'])).toEqual([1024, 2.5]);
  expect(csvNumbers(['1,024', '2,5'])).toEqual([1.024, 2.5]);
  expect(csvNumbers(['1.024', '1.024.000'])).toEqual([1024, 1_024_000]);
  expect(csvNumbers(['1.024', '0.125', '', 'x'])).toEqual([1.024, 0.125, null, 'INVALID']);
  // Both marks are decimal in some cell, so neither decides.
  expect(csvNumbers(['1.024', '2.5', '2,5'])).toEqual(['NUMBER_AMBIGUOUS', 2.5, 2.5]);
});

test('a number written by one country is read as that number, or refused as ambiguous', () => {
  const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'zh-CN', 'de-CH');
  const value = fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 1000);
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 6 }),
      locale,
      fc.boolean(),
      (all, name, useGrouping) => {
        const format = new Intl.NumberFormat(name, { maximumFractionDigits: 3, useGrouping });
        const read = csvNumbers(all.map((one) => format.format(one)));
        for (const [n, one] of read.entries()) if (one !== 'NUMBER_AMBIGUOUS') expect(one).toBe(all[n]);
      },
    ),
  );
});
