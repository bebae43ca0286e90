import { expect, test } from 'vitest';
import { groupsOf } from './order-groups.ts';
import { aTechnicianOrder } from '../../../test-kit/a-technician-order.ts';

const site = (timezone: string) => ({ id: 's', name: 'Mall', timezone });
const at = (from: string) => ({ from, until: from });
const now = Date.parse('2030-01-01T20:00:00.000Z');
const idsOf = (...orders: ReturnType<typeof aTechnicianOrder>[]) =>
  groupsOf(orders, now).map(({ group, orders: list }) => [group, list.map(({ id }) => id)]);

test('the day of an appointment is the day at the site', () => {
  const inShanghai = aTechnicianOrder({
    id: 'shanghai',
    site: site('Asia/Shanghai'),
    appointment: at('2030-01-02T01:00:00.000Z'),
  });
  const inBerlin = aTechnicianOrder({
    id: 'berlin',
    site: site('Europe/Berlin'),
    appointment: at('2030-01-02T01:00:00.000Z'),
  });
  expect(idsOf(inShanghai, inBerlin)).toEqual([
    ['today', ['shanghai']],
    ['next', ['berlin']],
  ]);
});

test('an appointment that has passed stays in today, before the later ones', () => {
  const late = aTechnicianOrder({
    id: 'late',
    site: site('UTC'),
    appointment: at('2029-12-30T09:00:00.000Z'),
  });
  const evening = aTechnicianOrder({
    id: 'evening',
    site: site('UTC'),
    appointment: at('2030-01-01T22:00:00.000Z'),
  });
  expect(idsOf(evening, late)).toEqual([['today', ['late', 'evening']]]);
});

test('orders without an appointment are sorted by level, then the oldest first', () => {
  const general = aTechnicianOrder({
    id: 'general',
    level: 'GENERAL',
    submittedAt: '2029-12-01T00:00:00.000Z',
  });
  const newer = aTechnicianOrder({ id: 'newer', level: 'FATAL', submittedAt: '2029-12-03T00:00:00.000Z' });
  const older = aTechnicianOrder({ id: 'older', level: 'FATAL', submittedAt: '2029-12-02T00:00:00.000Z' });
  expect(idsOf(general, newer, older)).toEqual([['unscheduled', ['older', 'newer', 'general']]]);
});
