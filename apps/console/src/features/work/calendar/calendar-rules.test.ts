import { weekdayOf } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { clockOf, daysOf, minutesOf, periodOf, proposedStart, stepDate } from './calendar-rules.ts';

test('a month is shown as whole weeks that contain all its days', () => {
  for (const day of ['2026-02-15', '2028-02-29', '2026-11-21', '2027-05-01'])
    for (const first of [1, 6, 7]) {
      const days = daysOf('month', day, first);
      expect(days.length % 7).toBe(0);
      const ofMonth = days.filter((it) => it.startsWith(day.slice(0, 7)));
      const [year = 0, month = 0] = day.split('-').map(Number);
      expect(ofMonth).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
      expect(weekdayOf(days[0]!)).toBe(first);
      expect(periodOf('month', day, days)).toEqual({ from: ofMonth[0], to: ofMonth.at(-1) });
    }
});

test('a step of one month from 31 January is in February', () => {
  expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(stepDate('week', '2026-12-30', 1)).toBe('2027-01-06');
  expect(minutesOf(clockOf(735))).toBe(735);
});

test('a plan is proposed for a time that is not past', () => {
  const week = ['2030-01-01', '2030-01-02', '2030-01-03'];
  const at = (date: string, clock: string) => ({ date, minute: minutesOf(clock) });
  expect(proposedStart(week, at('2030-01-02', '05:30'))).toEqual(at('2030-01-02', '08:00'));
  expect(proposedStart(week, at('2030-01-02', '14:20'))).toEqual(at('2030-01-02', '15:00'));
  expect(proposedStart(week, at('2030-01-02', '23:05'))).toEqual(at('2030-01-03', '08:00'));
  expect(proposedStart(week, at('2029-12-20', '14:20'))).toEqual(at('2030-01-01', '08:00'));
  expect(proposedStart(week, at('2030-02-01', '14:20'))).toEqual(at('2030-02-01', '15:00'));
});
