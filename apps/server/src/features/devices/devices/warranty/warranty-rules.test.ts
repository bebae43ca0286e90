import { warrantyEnd, warrantyMonths, warrantyStateAt } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendedTo, monthsAfter } from './warranty-rules.ts';

const day = (text: string) => `${text}T00:00:00.000Z`;
const warranty = { from: day('2029-01-31'), until: day('2030-01-31'), extendedUntil: null };

test('the warranty status follows from the dates and the current day', () => {
  const extended = { ...warranty, extendedUntil: day('2031-01-31') };
  expect(warrantyStateAt(warranty, new Date(day('2030-01-31')))).toBe('IN_WARRANTY');
  expect(warrantyStateAt(warranty, new Date('2030-01-31T00:00:00.001Z'))).toBe('OUT_OF_WARRANTY');
  expect(warrantyStateAt(extended, new Date(day('2030-06-01')))).toBe('EXTENDED');
  expect(warrantyStateAt(extended, new Date(day('2031-02-01')))).toBe('OUT_OF_WARRANTY');
});

test('months are calendar months, and a missing day becomes the last day of the month', () => {
  expect(monthsAfter(day('2030-08-31'), 6)).toBe(day('2031-02-28'));
  expect(monthsAfter(day('2027-08-31'), 6)).toBe(day('2028-02-29'));
  expect(monthsAfter(day('2030-01-31'), 12)).toBe(day('2031-01-31'));
});

test('an extension starts at the end of the warranty, or today if that has passed', () => {
  expect(extendedTo(warranty, 12, new Date(day('2029-06-01')))).toBe(day('2031-01-31'));
  expect(extendedTo(warranty, 12, new Date(day('2030-06-01')))).toBe(day('2031-06-01'));
  expect(extendedTo(null, 6, new Date(day('2030-06-01')))).toBe(day('2030-12-01'));
});

test('after any extension the warranty ends later than before and is valid today', () => {
  const moments = fc.date({
    min: new Date(day('2020-01-01')),
    max: new Date(day('2040-01-01')),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, moments, fc.constantFrom(...warrantyMonths), (until, now, months) => {
      const before = { from: null, until: until.toISOString(), extendedUntil: null };
      const after = { ...before, extendedUntil: extendedTo(before, months, now) };
      return warrantyEnd(after) > warrantyEnd(before) && warrantyStateAt(after, now) !== 'OUT_OF_WARRANTY';
    }),
  );
});
