import { expect, test } from 'vitest';
import { readRecurrence, recurrenceDates } from './recurrence.ts';
import { clockAt, momentOf } from '../../robot/zone-time.ts';
import { dueTimes, nextDue, type Timed } from '../schedule-times.ts';

const days = (rrule: string, start: string, to: string, from = start) =>
  recurrenceDates(readRecurrence(rrule)!, start, from, to);

const schedule = (more: Partial<Timed>): Timed => ({
  kind: 'DAILY',
  startDate: '2030-01-01',
  endDate: null,
  time: '02:30',
  weekdays: [],
  rrule: '',
  timezone: 'Europe/Berlin',
  exceptions: [],
  ...more,
});
const iso = (all: readonly { dueMs: number }[]) => all.map(({ dueMs }) => new Date(dueMs).toISOString());
const between = (timed: Timed, from: string, to: string) =>
  iso(dueTimes(timed, Date.parse(from), Date.parse(to)));

// Examples of RFC 5545, 3.8.5.3.
test.each([
  ['FREQ=DAILY;COUNT=3', '1997-09-02', ['1997-09-02', '1997-09-03', '1997-09-04']],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18'],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    '1997-08-05',
    ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    '1997-08-05',
    ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '1997-09-05', ['1997-09-05', '1997-10-03', '1997-11-07']],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22', ['1997-09-22', '1997-10-20', '1997-11-17']],
  [
    'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=-3',
    '1997-09-28',
    ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29'],
  ],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3', '1997-09-02', ['1998-02-13', '1998-03-13', '1998-11-13']],
  [
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    '1997-09-04',
    ['1997-09-04', '1997-10-07', '1997-11-06'],
  ],
  ['FREQ=YEARLY;COUNT=3;BYMONTH=6', '1997-06-10', ['1997-06-10', '1998-06-10', '1999-06-10']],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997-05-19', ['1997-05-19', '1998-05-18', '1999-05-17']],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3',
    '1996-11-05',
    ['1996-11-05', '2000-11-07', '2004-11-02'],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2007-01-15',
    ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
  ],
])('recurrenceDates of %s returns the days of the RFC example', (rrule, start, expected) => {
  expect(days(rrule, start, '2010-12-31')).toEqual(expected);
});

test('recurrenceDates combines BYMONTHDAY with the nth weekday and returns each day once', () => {
  // 1 July 2030 is a Monday, so the first Sunday is the 7th and the last the 28th.
  expect(days('FREQ=MONTHLY;BYMONTHDAY=7,14,28;BYDAY=1SU,-1SU;COUNT=2', '2030-07-01', '2030-12-31')).toEqual([
    '2030-07-07',
    '2030-07-28',
  ]);
  expect(days('FREQ=YEARLY;BYMONTHDAY=19,20;BYDAY=20MO', '2030-01-01', '2030-12-31')).toEqual(['2030-05-20']);
  expect(days('FREQ=MONTHLY;BYDAY=MO,1MO;COUNT=3', '2030-07-01', '2030-12-31')).toEqual([
    '2030-07-01',
    '2030-07-08',
    '2030-07-15',
  ]);
});

test('a window far ahead has the same days as a walk from the first day', () => {
  for (const rrule of [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SA',
    'FREQ=MONTHLY;INTERVAL=5;BYDAY=-1SU',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=DAILY;COUNT=3000',
  ]) {
    const all = days(rrule, '2024-01-31', '2033-12-31');
    expect(days(rrule, '2024-01-31', '2033-12-31', '2031-05-07')).toEqual(
      all.filter((day) => day >= '2031-05-07'),
    );
  }
});

test('readRecurrence returns undefined for invalid rules and rules by hour', () => {
  for (const rrule of [
    '',
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=3',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1e2',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=0x10',
    'FREQ=DAILY;UNTIL=20300230',
    'FREQ=DAILY;UNTIL=2030-01-31',
    'FREQ=DAILY;UNTIL=20300131T2500Z',
    'FREQ=WEEKLY;BYDAY=MO;WKST=XX',
    'FREQ=MONTHLY;BYDAY=0MO',
    'DAILY',
  ])
    expect(readRecurrence(rrule)).toBeUndefined();
});

test.each([
  'FREQ=WEEKLY;BYMONTHDAY=13',
  'FREQ=WEEKLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=DAILY;COUNT=3;UNTIL=20300131',
  'FREQ=WEEKLY;BYDAY=MO;BYDAY=TU',
  'FREQ=DAILY;FREQ=WEEKLY',
  'FREQ=MONTHLY;BYSETPOS=1',
  'FREQ=DAILY;BYMONTH=1;BYSETPOS=1',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=MONTHLY;BYDAY=1MO,6TU',
  'FREQ=YEARLY;BYMONTH=6;BYDAY=20MO',
])('readRecurrence returns undefined for %s, a part of which would have no effect', (rrule) => {
  expect(readRecurrence(rrule)).toBeUndefined();
});

test('a rule that ends at a moment in UTC has its last start at that moment or before it', () => {
  // 22:00 on 31 January in Berlin is 21:00 in UTC; 02:30 on 1 February in Shanghai is still 31 January there.
  const last = (rule: Partial<Timed>) =>
    between(schedule({ kind: 'RRULE', ...rule }), '2030-01-29T00:00:00Z', '2030-02-03T00:00:00Z').at(-1);
  const berlin = { time: '22:00', rrule: 'FREQ=DAILY;UNTIL=20300131T205959Z' };
  expect(last(berlin)).toBe('2030-01-30T21:00:00.000Z');
  expect(last({ ...berlin, rrule: 'FREQ=DAILY;UNTIL=20300131T210000Z' })).toBe('2030-01-31T21:00:00.000Z');
  const shanghai = { time: '02:30', timezone: 'Asia/Shanghai' };
  expect(last({ ...shanghai, rrule: 'FREQ=DAILY;UNTIL=20300131T183000Z' })).toBe('2030-01-31T18:30:00.000Z');
  expect(last({ ...shanghai, rrule: 'FREQ=DAILY;UNTIL=20300131T182959Z' })).toBe('2030-01-30T18:30:00.000Z');
});

test('a rule that ends at a local time has its last start at that time or before it', () => {
  const last = (rrule: string) =>
    between(
      schedule({ kind: 'RRULE', time: '22:00', rrule }),
      '2030-01-29T00:00:00Z',
      '2030-02-03T00:00:00Z',
    ).at(-1);
  expect(last('FREQ=DAILY;UNTIL=20300131T220000')).toBe('2030-01-31T21:00:00.000Z');
  expect(last('FREQ=DAILY;UNTIL=20300131T215959')).toBe('2030-01-30T21:00:00.000Z');
  expect(last('FREQ=DAILY;UNTIL=20300131')).toBe('2030-01-31T21:00:00.000Z');
});

test('a time skipped by daylight saving is due once, at the first minute after the gap', () => {
  expect(between(schedule({}), '2030-03-30T12:00:00Z', '2030-04-01T12:00:00Z')).toEqual([
    '2030-03-31T01:00:00.000Z',
    '2030-04-01T00:30:00.000Z',
  ]);
});

test('a time repeated by daylight saving is due once, at the first of the two', () => {
  expect(between(schedule({}), '2030-10-26T12:00:00Z', '2030-10-28T12:00:00Z')).toEqual([
    '2030-10-27T00:30:00.000Z',
    '2030-10-28T01:30:00.000Z',
  ]);
});

test.each([
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Shanghai',
  'America/St_Johns',
  'Pacific/Apia',
])('momentOf in %s inverts clockAt except in a gap', (zone) => {
  for (let day = Date.UTC(2030, 0, 1); day < Date.UTC(2031, 0, 1); day += 86_400_000)
    for (const time of ['00:00', '01:45', '02:15', '02:45', '03:00', '23:59']) {
      const date = new Date(day).toISOString().slice(0, 10);
      const localClock = clockAt(momentOf(date, time, zone), zone);
      expect(localClock >= `${date}T${time}`).toBe(true);
      // In a gap, the minute before still shows an earlier time than the requested one.
      if (localClock !== `${date}T${time}`)
        expect(clockAt(momentOf(date, time, zone) - 60_000, zone) < `${date}T${time}`).toBe(true);
    }
});

test('a rule for 29 February is due in leap years only', () => {
  const leap = schedule({
    kind: 'RRULE',
    rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    startDate: '2026-01-01',
    time: '09:00',
  });
  expect(nextDue(leap, Date.parse('2026-02-27T00:00:00Z'))?.date).toBe('2028-02-29');
  expect(nextDue(leap, Date.parse('2096-03-01T00:00:00Z'))?.date).toBe('2104-02-29');
  expect(
    nextDue(schedule({ kind: 'ONCE', startDate: '2028-02-29' }), Date.parse('2028-02-29T03:00:00Z')),
  ).toBeNull();
});

test('exceptions skip or move one day and leave the others unchanged', () => {
  const other = schedule({
    time: '08:00',
    exceptions: [
      { kind: 'SKIP', date: '2030-01-02' },
      { kind: 'MOVE', date: '2030-01-03', toDate: '2030-01-04', toTime: '06:15' },
    ],
  });
  expect(between(other, '2029-12-31T12:00:00Z', '2030-01-05T12:00:00Z')).toEqual([
    '2030-01-01T07:00:00.000Z',
    '2030-01-04T05:15:00.000Z',
    '2030-01-04T07:00:00.000Z',
    '2030-01-05T07:00:00.000Z',
  ]);
});
