import { expect, test } from 'vitest';
import { monitorEdges } from './monitor-buckets.ts';

const edges = (
  range: Parameters<typeof monitorEdges>[0],
  now: string,
  zone: string,
  weekStart = 1,
): string[] => monitorEdges(range, new Date(now), zone, weekStart).map((ms) => new Date(ms).toISOString());

test('today begins at midnight of the zone and ends after the hour of the present', () => {
  // 04:10 of the next day in Tokyo.
  expect(edges('today', '2030-01-01T19:10:00Z', 'Asia/Tokyo')).toEqual([
    '2030-01-01T15:00:00.000Z',
    '2030-01-01T16:00:00.000Z',
    '2030-01-01T17:00:00.000Z',
    '2030-01-01T18:00:00.000Z',
    '2030-01-01T19:00:00.000Z',
    '2030-01-01T20:00:00.000Z',
  ]);
});

test('a day with a clock change has 23 or 25 hours', () => {
  const hoursOf = (now: string) => edges('today', now, 'Europe/Berlin').length - 1;
  expect([hoursOf('2030-03-31T21:30:00Z'), hoursOf('2030-10-27T22:30:00Z')]).toEqual([23, 25]);
});

test('the days of a week of clock change are 24, 23 or 25 hours long', () => {
  const days = edges('month', '2030-10-28T12:00:00Z', 'Europe/Berlin').map((at) => Date.parse(at));
  const lengths = days.slice(1).map((end, index) => (end - days[index]!) / 3_600_000);
  expect(lengths).toHaveLength(28);
  expect(lengths[26]).toBe(25);
  expect(new Set(lengths)).toEqual(new Set([24, 25]));
});

test('a week begins on the first weekday of the reader', () => {
  // A Wednesday.
  const firstOf = (weekStart: number) => edges('week', '2030-01-02T12:00:00Z', 'UTC', weekStart)[0];
  expect([firstOf(1), firstOf(7), firstOf(6), firstOf(3)]).toEqual([
    '2029-12-31T00:00:00.000Z',
    '2029-12-30T00:00:00.000Z',
    '2029-12-29T00:00:00.000Z',
    '2030-01-02T00:00:00.000Z',
  ]);
});

test('a year has the months up to now', () => {
  expect(edges('year', '2030-03-05T00:00:00Z', 'America/New_York')).toEqual([
    '2030-01-01T05:00:00.000Z',
    '2030-02-01T05:00:00.000Z',
    '2030-03-01T05:00:00.000Z',
    '2030-04-01T04:00:00.000Z',
  ]);
});
