import { expect, test } from 'vitest';
import { addDays, dayEnd, dayOf, dayStart, lastDays, monthLater, periodStart, sitePeriod } from './days.ts';

/** Zones with whole, half and quarter hours, with and without daylight saving time, one changing at midnight. */
const zones = [
  ...['UTC', 'Asia/Shanghai', 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York'],
  ...['Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];
const year = Array.from({ length: 366 }, (_, n) => addDays('2028-01-01', n));

test.each(zones)(
  'in %s every day of a year begins where the previous one ends, and contains its own ends',
  (zone) => {
    for (const day of year) {
      const [start, end] = [dayStart(day, zone), dayEnd(day, zone)];
      expect([dayOf(start, zone), dayOf(end, zone)], day).toEqual([day, day]);
      expect(Date.parse(end) + 1, day).toBe(Date.parse(dayStart(addDays(day, 1), zone)));
    }
  },
);

test('the days of a clock change have 23 and 25 hours', () => {
  const hours = (day: string) =>
    (Date.parse(dayEnd(day, 'Europe/Berlin')) + 1 - Date.parse(dayStart(day, 'Europe/Berlin'))) / 3_600_000;
  expect([hours('2028-03-26'), hours('2028-03-27'), hours('2028-10-29')]).toEqual([23, 24, 25]);
});

test('a week begins on the reader’s first day', () => {
  // The first of November 2028 is a Wednesday.
  expect([7, 1, 6].map((first) => periodStart('week', '2028-11-01', first))).toEqual([
    '2028-10-29',
    '2028-10-30',
    '2028-10-28',
  ]);
  expect(periodStart('month', '2028-11-21')).toBe('2028-11-01');
  expect(periodStart('year', '2028-11-21')).toBe('2028-01-01');
});

test('monthLater of the end of January is the end of February', () => {
  expect(monthLater('2028-01-31')).toBe('2028-02-29');
  expect(monthLater('2027-01-30')).toBe('2027-02-28');
  expect(monthLater('2028-12-15')).toBe('2029-01-15');
});

test('a period that ends today is one of the sites, and another one has the same days everywhere', () => {
  const today = '2030-01-16';
  expect(sitePeriod(today, today, today)).toEqual({ from: today, to: today, current: 'days' });
  expect(sitePeriod('2030-01-01', today, today).current).toBe('month');
  expect(sitePeriod('2030-01-10', today, today).current).toBe('since');
  expect(sitePeriod('2030-01-01', '2030-01-15', today)).toEqual({ from: '2030-01-01', to: '2030-01-15' });
  expect(lastDays(7, today)).toEqual({ from: '2030-01-10', to: today, current: 'days' });
});
