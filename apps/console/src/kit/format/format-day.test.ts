import { beforeEach, expect, test } from 'vitest';
import { aPerson } from '../../test-kit/index.ts';
import { clockOf, dayOf, momentAt } from './days.ts';
import { formatDay, formatDayShort, formatMonthShort, formatWeekday, weekdays } from './format-day.ts';
import { withTimes } from './format.ts';
import { session } from '../api/session.ts';

const readIn = (timezone: string, weekStart?: 1 | 6 | 7) =>
  session.open(aPerson({ profile: { timezone, ...(weekStart !== undefined && { weekStart }) } }));
beforeEach(() => readIn('UTC'));

test.each(['Pacific/Kiritimati', 'Pacific/Auckland', 'Asia/Shanghai', 'UTC', 'Pacific/Pago_Pago'])(
  'a day is formatted as the same day in %s',
  (zone) => {
    readIn(zone);
    expect(formatDay('2030-01-31')).toBe('Jan 31, 2030');
    expect(formatDayShort('2030-01-31')).toBe('1/31');
    expect(formatMonthShort('2030-01-01')).toBe('Jan 2030');
  },
);

test('weekdays begin with the reader’s first day', () => {
  readIn('UTC', 6);
  expect(weekdays()).toEqual([6, 7, 1, 2, 3, 4, 5]);
  readIn('UTC', 1);
  expect(weekdays().map((day) => formatWeekday(day, 'short'))).toEqual([
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ]);
});

test('momentAt returns the moment of its day and clock', () => {
  const at = '2030-06-30T22:45:00.000Z';
  for (const zone of ['Pacific/Auckland', 'Asia/Kathmandu', 'America/New_York'])
    expect(momentAt(dayOf(at, zone), clockOf(at, zone), zone), zone).toBe(at);
});

test('a moment in a text of the server is formatted in the reader’s zone and language', () => {
  const message = 'Changed meanwhile by mei at 2030-01-31T23:30:05.123Z. Reload and try again';
  readIn('Asia/Shanghai');
  expect(withTimes(message)).toBe('Changed meanwhile by mei at Feb 1, 2030, 07:30:05. Reload and try again');
  expect(withTimes('Nothing of 2030-01-31 is a moment')).toBe('Nothing of 2030-01-31 is a moment');
});
