import { z } from 'zod';
import { expect, test } from 'vitest';
import { allCalls } from '../index.ts';
import { isTimeZone, isZoneOffset, timeZoneNames } from './time-zones.ts';
import { clockAt } from './zone-time.ts';

test.each([
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Europe/Kyiv',
  'Europe/Kiev',
  'Asia/Ho_Chi_Minh',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT-8',
  'UTC',
  'Japan',
  'EST5EDT',
])('isTimeZone accepts %s, a name or link of IANA', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
});

test.each([
  ...['+05:30', '-08:00', 'CET', 'MET', 'EET', 'WET', 'IST', 'BST', 'ACT', 'GMT+8', 'UTC+8', '', 'Factory'],
  ...['asia/kolkata', 'Etc/Unknown', 'SystemV/PST8', 'Mars/Olympus', 'posix/Europe/Berlin', 'toString'],
])('isTimeZone refuses %j, which is no name or another clock elsewhere', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});

test('every name of a time zone has a clock in this runtime', () => {
  expect(timeZoneNames.filter((zone) => clockAt(0, zone).length !== 16)).toEqual([]);
});

test('isZoneOffset accepts the distances to UTC that exist', () => {
  expect(['+08:00', '-05:30', '+14:00', '+24:00', '+8', '08:00', '+08:60'].filter(isZoneOffset)).toEqual([
    '+08:00',
    '-05:30',
    '+14:00',
  ]);
});

test('every call with a time zone refuses what is no zone', () => {
  const zoned = Object.values(allCalls)
    .flatMap((group) => Object.values(group))
    .flatMap(({ input, path }) => {
      const zone = input instanceof z.ZodObject ? input.shape.timezone : undefined;
      return zone instanceof z.ZodType ? [{ path, zone }] : [];
    });
  expect(zoned.length).toBeGreaterThan(10);
  for (const { path, zone } of zoned) {
    expect([path, zone.safeParse('CET').success]).toEqual([path, false]);
    expect([path, zone.safeParse('Asia/Kolkata').success]).toEqual([path, true]);
  }
});
