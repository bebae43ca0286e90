import { maxExportMs } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { addDays, dayEnd, dayStart } from '../../format/days.ts';
import { lastExportDay, periodFault } from './export-period.ts';

test.each([
  ['', '2030-01-31', 'missing'],
  ['2030-02-01', '2030-01-31', 'backwards'],
  ['2030-01-15', '2030-01-20', null],
  ['2030-01-15', '2030-01-21', 'tooLong'],
  ['2030-01-31', '2030-01-31', null],
])('an export from %s to %s: %s', (from, to, fault) => {
  expect(periodFault(from, to, (day) => addDays(day, 5))).toBe(fault);
});

test('the longest export from any day of a year is accepted by the server, and a day more is not', () => {
  for (let n = 0; n < 366; n += 1) {
    const from = addDays('2030-01-01', n);
    const spanTo = (day: string) => Date.parse(dayEnd(day)) - Date.parse(dayStart(from));
    expect(spanTo(lastExportDay(from)), from).toBeLessThanOrEqual(maxExportMs);
    expect(spanTo(addDays(lastExportDay(from), 1)), from).toBeGreaterThan(maxExportMs);
  }
});
