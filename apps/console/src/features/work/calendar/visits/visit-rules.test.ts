import { expect, test } from 'vitest';
import { aWorkOrder } from '../../../../test-kit/a-work-order.ts';
import { visitsIn } from './visit-rules.ts';

const device = { id: 'robot', sn: 'J30', name: 'Otter', model: 'J30' };
const visit = (from: string, until: string) => aWorkOrder({ device, appointment: { from, until } });
const day = (date: string, deviceId: string | null = null) => ({
  key: date,
  date,
  deviceId,
  title: '',
  sub: '',
});
const placesOf = (...args: Parameters<typeof visitsIn>) =>
  visitsIn(...args).map(({ from, to }) => [from, to]);

test('an appointment is at its hours in the zone of the page', () => {
  const orders = [visit('2030-01-02T08:00:00.000Z', '2030-01-02T09:30:00.000Z')];
  expect(placesOf(day('2030-01-02'), orders, 'Europe/Berlin')).toEqual([[9 * 60, 10 * 60 + 30]]);
  expect(placesOf(day('2030-01-03'), orders, 'Europe/Berlin')).toEqual([]);
});

test('an appointment over midnight is in both days, and one that ends at midnight only in the first', () => {
  const over = [visit('2030-01-02T22:00:00.000Z', '2030-01-03T01:00:00.000Z')];
  expect(placesOf(day('2030-01-02'), over, 'UTC')).toEqual([[22 * 60, 24 * 60]]);
  expect(placesOf(day('2030-01-03'), over, 'UTC')).toEqual([[0, 60]]);
  const until = [visit('2030-01-02T22:00:00.000Z', '2030-01-03T00:00:00.000Z')];
  expect(placesOf(day('2030-01-03'), until, 'UTC')).toEqual([]);
});

test('the row of a robot has the appointments of this robot only', () => {
  const orders = [visit('2030-01-02T08:00:00.000Z', '2030-01-02T09:00:00.000Z')];
  expect(placesOf(day('2030-01-02', 'robot'), orders, 'UTC')).toEqual([[480, 540]]);
  expect(placesOf(day('2030-01-02', 'another'), orders, 'UTC')).toEqual([]);
});
