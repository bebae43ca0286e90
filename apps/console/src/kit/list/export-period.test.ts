import { expect, test } from 'vitest';
import { addDays } from '../format/days.ts';
import { periodFault } from './export-period.ts';

test.each([
  ['', '2030-01-31', 'missing'],
  ['2030-02-01', '2030-01-31', 'backwards'],
  ['2030-01-15', '2030-01-20', null],
  ['2030-01-15', '2030-01-21', 'tooLong'],
  ['2030-01-31', '2030-01-31', null],
])('an export from %s to %s: %s', (from, to, fault) => {
  expect(periodFault(from, to, (day) => addDays(day, 5))).toBe(fault);
});
