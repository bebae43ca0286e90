import { expect, test } from 'vitest';
import { isOutageDue, openSpans } from './outage-rules.ts';

const at = (text: string) => Date.parse(`${text}:00.000Z`);
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night = { weekdays: everyDay, from: '22:00', to: '06:00' };
const isoSpans = (...args: Parameters<typeof openSpans>) =>
  openSpans(...args).map(([from, to]) => [new Date(from).toISOString(), new Date(to).toISOString()]);

test('a window that ends earlier than it begins reaches into the next day', () => {
  expect(
    isoSpans([{ ...night, weekdays: [1] }], 'UTC', [at('2030-01-07T12:00'), at('2030-01-09T12:00')]),
  ).toEqual([
    // 2030-01-07 is a Monday.
    ['2030-01-07T22:00:00.000Z', '2030-01-08T06:00:00.000Z'],
  ]);
});

test('a window that began on the day before is found, and overlapping windows are one', () => {
  const windows = [night, { weekdays: everyDay, from: '05:00', to: '07:00' }];
  expect(isoSpans(windows, 'UTC', [at('2030-01-07T03:00'), at('2030-01-07T04:00')])).toEqual([
    ['2030-01-06T05:00:00.000Z', '2030-01-06T07:00:00.000Z'],
    ['2030-01-06T22:00:00.000Z', '2030-01-07T07:00:00.000Z'],
    ['2030-01-07T22:00:00.000Z', '2030-01-08T06:00:00.000Z'],
  ]);
});

test('a window keeps its local times when the clocks change', () => {
  // In Berlin the clocks go forward on 2030-03-31 and back on 2030-10-27.
  const spring = isoSpans([night], 'Europe/Berlin', [at('2030-03-30T22:00'), at('2030-03-30T22:00')]);
  expect(spring).toContainEqual(['2030-03-30T21:00:00.000Z', '2030-03-31T04:00:00.000Z']);
  const autumn = isoSpans([night], 'Europe/Berlin', [at('2030-10-26T22:00'), at('2030-10-26T22:00')]);
  expect(autumn).toContainEqual(['2030-10-26T20:00:00.000Z', '2030-10-27T05:00:00.000Z']);
});

test('a window of equal times is a whole day', () => {
  const sunday = { weekdays: [7], from: '00:00', to: '00:00' };
  expect(isoSpans([sunday], 'UTC', [at('2030-01-06T12:00'), at('2030-01-06T12:00')])).toEqual([
    ['2030-01-06T00:00:00.000Z', '2030-01-07T00:00:00.000Z'],
  ]);
});

const spans = openSpans([night], 'UTC', [at('2030-01-01T00:00'), at('2030-01-09T00:00')]);
const isDue = (since: string, now: string, minutes = 10) => isOutageDue(at(since), at(now), minutes, spans);

test('an outage is due after its minutes, and not while it is expected', () => {
  expect(isDue('2030-01-02T12:00', '2030-01-02T12:09')).toBe(false);
  expect(isDue('2030-01-02T12:00', '2030-01-02T12:10')).toBe(true);
  expect(isDue('2030-01-02T12:00', '2030-01-02T12:02', 2)).toBe(true);
  expect(isDue('2030-01-02T21:00', '2030-01-02T23:00')).toBe(false);
});

test('the minutes begin again when a time ends at which the outage was expected', () => {
  expect(isDue('2030-01-02T21:55', '2030-01-03T06:09')).toBe(false);
  expect(isDue('2030-01-02T21:55', '2030-01-03T06:10')).toBe(true);
  expect(isDue('2030-01-02T23:00', '2030-01-03T06:09')).toBe(false);
  expect(isDue('2030-01-02T23:00', '2030-01-03T06:10')).toBe(true);
});

test('a robot that is expected to be offline for the whole week is never due', () => {
  const always = openSpans([{ weekdays: everyDay, from: '00:00', to: '00:00' }], 'UTC', [
    at('2030-01-01T00:00'),
    at('2030-01-09T00:00'),
  ]);
  expect(isOutageDue(at('2030-01-02T12:00'), at('2030-01-08T12:00'), 1, always)).toBe(false);
});
