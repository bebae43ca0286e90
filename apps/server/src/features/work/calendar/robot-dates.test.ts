import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { scheduleCalls } from '@sweepline/contract';
import { sendComingDates } from './robot-dates-service.ts';

const server = testServer();
const { mallAdmin } = people;
const dayMs = 86_400_000;

/** The dates of single starts that a robot is to have. */
async function datesOf(deviceId: string): Promise<string[]> {
  const [row] = await server.asOwner(
    (sql) => sql`select document from device_sections where device_id = ${deviceId} and name = 'schedules'`,
  );
  const { schedules = [] } = (row?.['document'] ?? {}) as {
    schedules?: { rule: { type: string; date: string } }[];
  };
  return schedules.flatMap(({ rule }) => (rule.type === 'ONCE' ? [rule.date] : []));
}

const plan = {
  time: '08:00',
  timezone: 'Europe/Berlin',
  startDate: '2030-01-01',
};

test.each([
  ['monthly', { kind: 'RRULE', rrule: 'FREQ=MONTHLY;BYMONTHDAY=24' }, '2030-05-24'],
  ['single', { kind: 'ONCE', startDate: '2030-05-24' }, '2030-05-24'],
  ['yearly', { kind: 'RRULE', rrule: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=24' }, '2030-05-24'],
] as const)(
  'a robot that nothing starts before holds the date of its %s plan an hour ahead',
  async (_, rule, date) => {
    const task = await server.aTask();
    await server.ok(scheduleCalls.create, mallAdmin, { taskId: task.id, ...plan, ...rule });
    const startMs = Date.parse(`${date}T06:00:00Z`);
    for (const aheadMs of [30 * dayMs, 20 * dayMs, 3_600_000]) {
      await sendComingDates(server.db, server.bus, () => new Date(startMs - aheadMs));
      expect((await datesOf(task.deviceId)).includes(date)).toBe(aheadMs <= 21 * dayMs);
    }
  },
);
