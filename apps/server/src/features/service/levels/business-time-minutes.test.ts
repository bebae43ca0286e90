import { clockAt, laterDate, weekdayOf } from '@sweepline/contract/robot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessEnd, type BusinessCalendar } from './business-time-rules.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Days that the plain count looks ahead. */
const horizonDays = 20;

/** Whether a window that begins on a date is open at a local clock. */
const isOpenOn = ({ windows, holidays }: BusinessCalendar, date: string, clock: string) =>
  !holidays.has(date) &&
  windows.some(({ weekdays, from, to }) => {
    const lastDate = to <= from ? laterDate(date, 1) : date;
    return weekdays.includes(weekdayOf(date)) && clock >= `${date}T${from}` && clock < `${lastDate}T${to}`;
  });

/** The end of a business time, counted minute by minute on the clock of the wall. Null if it is beyond the horizon. */
function countedEnd(start: number, minutes: number, calendar: BusinessCalendar): number | null {
  // A clock that is set back shows its times a second time. Windows open and close at the first.
  let latest = '';
  let left = minutes;
  for (let at = start - 2 * dayMs; at < start + horizonDays * dayMs; at += minuteMs) {
    const clock = clockAt(at, calendar.timezone);
    latest = clock > latest ? clock : latest;
    if (at < start) continue;
    const date = latest.slice(0, 10);
    if (![laterDate(date, -1), date].some((day) => isOpenOn(calendar, day, latest))) continue;
    left -= 1;
    if (left === 0) return at + minuteMs;
  }
  return null;
}

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '20', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
const calendars = fc.record({
  windows: fc.array(fc.record({ weekdays, from: clock, to: clock }), { minLength: 1, maxLength: 3 }),
  timezone: fc.constantFrom(
    ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Asia/Gaza'],
  ),
  holidays: fc
    .uniqueArray(fc.constantFrom('2030-03-29', '2030-03-31', '2030-04-06', '2030-10-27', '2030-11-03'))
    .map((days) => new Set(days)),
});
/** Minutes around the days on which clocks change. */
const starts = fc
  .tuple(
    fc.constantFrom(
      Date.UTC(2030, 2, 8),
      Date.UTC(2030, 2, 29),
      Date.UTC(2030, 9, 25),
      Date.UTC(2030, 10, 2),
    ),
    fc.integer({ min: 0, max: 5 * 1440 }),
  )
  .map(([day, minute]) => day + minute * minuteMs);

test('property: the end of a business time is that of a plain count of minutes, over holidays and changes of the clock', () => {
  fc.assert(
    fc.property(calendars, starts, fc.integer({ min: 1, max: 3_000 }), (calendar, start, minutes) => {
      const end = businessEnd(start, minutes * minuteMs, calendar);
      const beyond = start + horizonDays * dayMs;
      expect(end === null || end > beyond ? null : end).toBe(countedEnd(start, minutes, calendar));
    }),
    { numRuns: 40 },
  );
});

test('a day of every week counts: two hours from five before closing on Saturday end on Sunday', () => {
  const calendar = {
    windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' }],
    timezone: 'UTC',
    holidays: new Set<string>(),
  };
  const end = businessEnd(Date.parse('2026-11-28T19:55:00Z'), 120 * minuteMs, calendar);
  expect(new Date(end!).toISOString()).toBe('2026-11-29T09:55:00.000Z');
});
