import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOfCell } from './csv-day.ts';

test.each([
  ['2027-03-31', '2027-03-31'],
  ['31.03.2027', '2027-03-31'],
  ['1.3.2027', '2027-03-01'],
  ['2027/3/31', '2027-03-31'],
  ['2028-02-29', '2028-02-29'],
])('dayOfCell reads %s, as Excel or ISO 8601 writes it', (cell, day) => {
  expect(dayOfCell(cell)).toBe(day);
});

test.each([
  '2027-02-30',
  '30.02.2027',
  '2027/2/29',
  '2027-13-01',
  '3/4/2027',
  '31/03/2027',
  '2027-3-31',
  '45000',
  '',
])('dayOfCell refuses %j, which is no day or no clear one', (cell) => {
  expect(dayOfCell(cell)).toBeUndefined();
});

test('dayOfCell reads every form of a day as that day, and no day that does not exist', () => {
  const part = (max: number) => fc.integer({ min: 1, max });
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2099 }), part(12), part(31), (year, month, day) => {
      const at = new Date(Date.UTC(year, month - 1, day));
      const expected = at.getUTCDate() === day ? at.toISOString().slice(0, 10) : undefined;
      expect([`${year}/${month}/${day}`, `${day}.${month}.${year}`].map(dayOfCell)).toEqual([
        expected,
        expected,
      ]);
    }),
  );
});
