import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessEnd, businessMs, type BusinessCalendar, type Span } from './business-time-rules.ts';

const hourMs = 3_600_000;
const office = {
  windows: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }],
  holidays: new Set<string>(),
};
const berlin: BusinessCalendar = { ...office, timezone: 'Europe/Berlin' };
const utc: BusinessCalendar = { ...office, timezone: 'UTC' };
const ms = (moment: string) => Date.parse(`${moment}Z`);
const hours = (from: string, until: string, calendar = utc, pauses: Span[] = []) =>
  businessMs({ from: ms(from), until: ms(until) }, calendar, pauses) / hourMs;
const end = (from: string, length: number, calendar = utc, pauses: Span[] = []) => {
  const at = businessEnd(ms(from), length * hourMs, calendar, pauses);
  return at === null ? null : new Date(at).toISOString().slice(0, 16);
};

test('business time runs within the windows, and a weekend has none', () => {
  // 2030-01-04 is a Friday.
  expect(hours('2030-01-04T16:00', '2030-01-07T10:00')).toBe(3);
  expect(hours('2030-01-05T00:00', '2030-01-06T23:59')).toBe(0);
  expect(end('2030-01-04T16:00', 3)).toBe('2030-01-07T10:00');
});

test('a time that fills a day ends at its closing, not at the next opening', () => {
  expect(end('2030-01-07T09:00', 9)).toBe('2030-01-07T18:00');
});

test('a holiday has no business time', () => {
  const calendar = { ...utc, holidays: new Set(['2030-01-07']) };
  expect(end('2030-01-04T16:00', 3, calendar)).toBe('2030-01-08T10:00');
});

test('pauses are skipped, and overlapping ones count once', () => {
  const pauses = [
    { from: ms('2030-01-07T10:00'), until: ms('2030-01-07T12:00') },
    { from: ms('2030-01-07T11:00'), until: ms('2030-01-07T13:00') },
  ];
  expect(hours('2030-01-07T09:00', '2030-01-07T14:00', utc, pauses)).toBe(2);
  expect(end('2030-01-07T09:00', 2, utc, pauses)).toBe('2030-01-07T14:00');
});

test('office hours are local: summer time moves them against UTC and changes their length at night', () => {
  // Summer time begins on Sunday 2030-03-31.
  expect(end('2030-03-29T16:00', 2, berlin)).toBe('2030-04-01T08:00');
  const night = { ...berlin, windows: [{ weekdays: [6, 7], from: '22:00', to: '06:00' }] };
  expect(hours('2030-03-30T12:00', '2030-03-31T12:00', night)).toBe(7);
  expect(hours('2030-10-26T12:00', '2030-10-27T12:00', night)).toBe(9);
});

test('windows over midnight that overlap the next day count once', () => {
  const windows = [
    { weekdays: [1], from: '22:00', to: '06:00' },
    { weekdays: [2], from: '05:00', to: '09:00' },
  ];
  expect(hours('2030-01-07T00:00', '2030-01-09T00:00', { ...utc, windows })).toBe(11);
});

test('a calendar without business time has no end', () => {
  expect(end('2030-01-07T09:00', 1, { ...utc, windows: [] })).toBeNull();
});

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
const calendars = fc.record({
  windows: fc.array(fc.record({ weekdays, from: clock, to: clock }), { minLength: 1, maxLength: 3 }),
  timezone: fc.constantFrom(...zones),
  holidays: fc
    .uniqueArray(fc.constantFrom('2030-03-29', '2030-03-31', '2030-10-27'))
    .map((days) => new Set(days)),
});
const starts = fc.integer({ min: ms('2030-03-20T00:00'), max: ms('2030-11-10T00:00') });
const minutes = fc.integer({ min: 1, max: 6_000 });
const dayMs = 24 * hourMs;

test('property: the business time until the end of a duration is the duration', () => {
  fc.assert(
    fc.property(
      calendars,
      starts,
      minutes,
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * dayMs }), fc.integer({ min: 1, max: dayMs })), {
        maxLength: 4,
      }),
      (calendar, start, length, offsets) => {
        const pauses = offsets.map(([after, long]) => ({ from: start + after, until: start + after + long }));
        const until = businessEnd(start, length * 60_000, calendar, pauses)!;
        expect(businessMs({ from: start, until }, calendar, pauses)).toBe(length * 60_000);
        // One moment earlier, it has not passed.
        expect(businessMs({ from: start, until: until - 1 }, calendar, pauses)).toBe(length * 60_000 - 1);
      },
    ),
    { numRuns: 100 },
  );
});

test('property: business time adds up over a moment in between and never exceeds the time', () => {
  fc.assert(
    fc.property(calendars, starts, minutes, minutes, (calendar, start, first, second) => {
      const [middle, last] = [start + first * 60_000, start + (first + second) * 60_000];
      const whole = businessMs({ from: start, until: last }, calendar);
      const [one, two] = [
        businessMs({ from: start, until: middle }, calendar),
        businessMs({ from: middle, until: last }, calendar),
      ];
      expect(one + two).toBe(whole);
      expect(whole).toBeLessThanOrEqual(last - start);
    }),
    { numRuns: 100 },
  );
});

test('property: a pause moves the end by the business time that it takes', () => {
  fc.assert(
    fc.property(calendars, starts, minutes, minutes, minutes, (calendar, start, length, after, long) => {
      const pause = { from: start + after * 60_000, until: start + (after + long) * 60_000 };
      const durationMs = length * 60_000;
      const [plain, paused] = [
        businessEnd(start, durationMs, calendar)!,
        businessEnd(start, durationMs, calendar, [pause])!,
      ];
      if (pause.from >= plain) expect(paused).toBe(plain);
      else
        expect(businessMs({ from: start, until: paused }, calendar)).toBe(
          durationMs + businessMs(pause, calendar),
        );
    }),
    { numRuns: 100 },
  );
});
