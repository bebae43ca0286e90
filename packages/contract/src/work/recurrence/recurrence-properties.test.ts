import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockAt, laterDate, momentOf } from '../../robot/zone-time.ts';
import { timeZoneNames } from '../../robot/time-zones.ts';
import { dueTimes, type Timed } from '../schedule-times.ts';
import { readRecurrence, weekdayCodes } from './recurrence.ts';

const dayMs = 86_400_000;
const zone = fc.constantFrom(...timeZoneNames);
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const date = fc.integer({ min: 0, max: 3 * 366 }).map((days) => laterDate('2025-01-01', days));
const timed = (more: Partial<Timed>): Timed => ({
  kind: 'DAILY',
  startDate: '2025-01-01',
  endDate: null,
  time: '02:30',
  weekdays: [],
  rrule: '',
  timezone: 'UTC',
  exceptions: [],
  ...more,
});

test('the last start of a rule is the last one not later than its moment, in random zones, times and moments', () => {
  const moment = fc.integer({ min: Date.UTC(2025, 1), max: Date.UTC(2028, 0) }).map((ms) => ms - (ms % 1000));
  fc.assert(
    fc.property(zone, clock, moment, (timezone, time, untilMs) => {
      const until = new Date(untilMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const plan = timed({ timezone, time });
      const [fromMs, toMs] = [untilMs - 5 * dayMs, untilMs + 5 * dayMs];
      const ended = dueTimes({ ...plan, kind: 'RRULE', rrule: `FREQ=DAILY;UNTIL=${until}` }, fromMs, toMs);
      expect(ended).toEqual(dueTimes(plan, fromMs, toMs).filter(({ dueMs }) => dueMs <= untilMs));
    }),
    { numRuns: 400 },
  );
});

test('every day of a plan has one start, at its time or at the first minute after a gap of the clock', () => {
  fc.assert(
    fc.property(zone, clock, date, (timezone, time, first) => {
      const fromMs = momentOf(first, '00:00', timezone) - dayMs;
      const starts = dueTimes(timed({ timezone, time, startDate: first }), fromMs, fromMs + 60 * dayMs);
      const days = starts.map((start) => start.date);
      expect(days).toEqual(days.map((_, place) => laterDate(first, place)));
      for (const { date: day, dueMs } of starts) {
        const localClock = clockAt(dueMs, timezone);
        // In a gap the minute before shows an earlier clock, and at the start a later one.
        if (localClock !== `${day}T${time}`)
          expect([
            localClock > `${day}T${time}`,
            clockAt(dueMs - 60_000, timezone) < `${day}T${time}`,
          ]).toEqual([true, true]);
        // Of a time that occurs twice, the start is the first.
        for (const backMs of [30, 60, 120].map((minutes) => minutes * 60_000))
          expect(clockAt(dueMs - backMs, timezone)).not.toBe(`${day}T${time}`);
      }
    }),
    { numRuns: 60 },
  );
});

const days = (rrule: string, startDate: string) =>
  dueTimes(
    timed({ kind: 'RRULE', rrule, startDate, time: '12:00' }),
    Date.parse(`${startDate}T00:00:00Z`) - 1,
    Date.parse(`${startDate}T00:00:00Z`) + 800 * dayMs,
  ).map((due) => due.date);

/** One part of a rule, and whether a day of its result keeps to it. */
const parts = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }).map((months) => ({
    text: `BYMONTH=${months.join(',')}`,
    isKept: (day: string) => months.includes(Number(day.slice(5, 7))),
  })),
  fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 4 }).map((numbers) => ({
    text: `BYMONTHDAY=${numbers.join(',')}`,
    isKept: (day: string) => numbers.includes(Number(day.slice(8))),
  })),
  fc.uniqueArray(fc.constantFrom(...weekdayCodes), { minLength: 1, maxLength: 4 }).map((codes) => ({
    text: `BYDAY=${codes.join(',')}`,
    isKept: (day: string) => codes.includes(weekdayCodes[(new Date(day).getUTCDay() + 6) % 7] ?? 'MO'),
  })),
);

test('every day of a rule that is accepted keeps to every part of it', () => {
  const rule = fc.record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    by: fc.uniqueArray(parts, { maxLength: 3 }),
    startDate: date,
  });
  fc.assert(
    fc.property(rule, ({ freq, by, startDate }) => {
      const rrule = [`FREQ=${freq}`, ...by.map(({ text }) => text)].join(';');
      if (!readRecurrence(rrule)) return;
      for (const day of days(rrule, startDate))
        expect(by.filter(({ isKept }) => !isKept(day)).map(({ text }) => text)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
