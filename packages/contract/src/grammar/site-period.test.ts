import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateAt, laterDate, momentOf } from '../robot/zone-time.ts';
import { currentPeriods, dayCount, daysAt, daysBefore, type CurrentPeriod } from './site-period.ts';

/** From −12 to +14 hours, with half hours and with clock changes of both hemispheres. */
const zones = [
  'Etc/GMT+12',
  'Pacific/Marquesas',
  'America/New_York',
  'America/St_Johns',
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
const zone = fc.constantFrom(...zones);
const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) });

/** The period that a reader chooses on their current day. */
const chosen = (kind: CurrentPeriod, today: string, days: number) => ({
  from: kind === 'month' ? `${today.slice(0, 7)}-01` : laterDate(today, 1 - days),
  to: today,
  current: kind,
});

test('a current period ends on the current day of each site and contains a moment ago', () => {
  fc.assert(
    fc.property(
      zone,
      zone,
      moment,
      fc.constantFrom(...currentPeriods),
      fc.integer({ min: 1, max: 7 }),
      (reader, site, now, kind, n) => {
        const { from, to } = daysAt(chosen(kind, dateAt(now, reader), n), dateAt(now, site));
        expect(from <= to).toBe(true);
        expect(to).toBe(dateAt(now, site));
        expect(momentOf(to, '00:00', site)).toBeLessThanOrEqual(now);
        expect(momentOf(laterDate(to, 1), '00:00', site)).toBeGreaterThan(now);
        if (kind === 'days') expect(dayCount({ from, to })).toBe(n);
        if (reader === site && kind !== 'year')
          expect({ from, to }).toMatchObject({ to: dateAt(now, reader) });
      },
    ),
  );
});

test('the period before has as many days and ends the day before', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 400 }), (now, n) => {
      const days = { from: dateAt(now, 'UTC'), to: laterDate(dateAt(now, 'UTC'), n - 1) };
      const before = daysBefore(days);
      expect(dayCount(before)).toBe(n);
      expect(laterDate(before.to, 1)).toBe(days.from);
    }),
  );
});

test('the week, the month and the year are those of the site', () => {
  // Sunday for a reader whose weeks begin on Monday, Monday the first at the site.
  const reader = { from: '2026-11-23', to: '2026-11-29' };
  expect(daysAt({ ...reader, current: 'week' }, '2026-11-30')).toEqual({
    from: '2026-11-30',
    to: '2026-11-30',
  });
  expect(daysAt({ ...reader, current: 'week' }, '2026-11-28')).toEqual({
    from: '2026-11-23',
    to: '2026-11-28',
  });
  const month = { from: '2026-11-01', to: '2026-11-30', current: 'month' } as const;
  expect(daysAt(month, '2026-12-01')).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  const year = { from: '2027-01-01', to: '2027-01-01', current: 'year' } as const;
  expect(daysAt(year, '2026-12-31')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(daysAt({ from: '2026-11-10', to: '2026-11-29', current: 'since' }, '2026-11-30')).toEqual({
    from: '2026-11-10',
    to: '2026-11-30',
  });
  expect(daysAt({ from: '2026-11-10', to: '2026-11-12' }, '2026-11-30')).toEqual({
    from: '2026-11-10',
    to: '2026-11-12',
  });
});
