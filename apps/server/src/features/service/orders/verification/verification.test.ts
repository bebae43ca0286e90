import {
  noticeCalls,
  verificationDays,
  workOrderActCalls,
  workOrderCalls,
  type WorkOrderDetail,
} from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import type { runs } from '../../../../entities/work/run-table.ts';
import { inScope } from '../../../../platform/db/db.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { ownTestServer } from '../../../../test-kit/test-server.ts';
import { verifyOrders } from './verification-service.ts';

const server = ownTestServer();
afterEach(() => expect(server.faults).toEqual([]));
const { mallAdmin, agentAdmin } = people;
const code = '20110';
const hourMs = 3_600_000;
const now = () => server.clock().toISOString();

/** Sessions end meanwhile, so they are begun again. */
async function pass(hours: number) {
  server.clock.advance(hours * hourMs);
  await server.asOwner((sql) => sql`update sessions set created_at = ${now()}, last_seen_at = ${now()}`);
  await verifyOrders({ db: server.db, bus: server.bus, now: server.clock });
}
const online = (deviceId: string, after = 'ONLINE') =>
  server.asOwner(async (sql) => {
    await sql`select keep_device_history(${now().slice(0, 10)}::date, 60, 90)`;
    await sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, ${now()}, 'CONNECTION', '', ${after})`;
  });
const ranFor = (deviceId: string, hours: number, more: Partial<typeof runs.$inferInsert> = {}) => {
  const startedAt = new Date(server.clock().getTime() - hours * hourMs).toISOString();
  return server.aRun({ deviceId, createdAt: startedAt, startedAt, endedAt: now(), ...more });
};
const detail = (id: string) => server.ok(workOrderCalls.detail, mallAdmin, { id });

/** An order of an alarm that the mall's technician resolved; the alarm was cleared by the repair. */
async function repaired(): Promise<WorkOrderDetail & { deviceId: string }> {
  const device = await server.aDevice({ nickname: 'Otter' });
  await online(device.id);
  const alarm = await server.anAlarm({ deviceId: device.id, code });
  const { id } = await server.ok(workOrderCalls.add, mallAdmin, {
    name: 'Motor',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'Motor',
    alarmId: alarm.id,
    deviceId: device.id,
  });
  const dispatched = await server.ok(workOrderActCalls.dispatch, agentAdmin, {
    id,
    version: 1,
    assigneeId: mallAdmin.id,
  });
  server.clock.advance(hourMs);
  await inScope(server.db, '*', (tx) =>
    tx.update(alarms).set({ clearedAt: now() }).where(eq(alarms.id, alarm.id)),
  );
  const { version } = dispatched;
  const order = await server.ok(workOrderActCalls.resolve, mallAdmin, { id, version, resolution: 'FIXED' });
  return { ...order, deviceId: device.id };
}

test('a fix is verified after its hours online and a run that ended well, at the time of the proof', async () => {
  const { id, deviceId } = await repaired();
  await pass(30);
  expect((await detail(id)).verification).toBe('WAITING');
  await ranFor(deviceId, 1, { state: 'FAILED' });
  await pass(0);
  expect((await detail(id)).verification).toBe('WAITING');
  server.clock.advance(hourMs);
  await ranFor(deviceId, 1);
  const proven = now();
  await pass(0.1);
  const order = await detail(id);
  expect(order).toMatchObject({ state: 'RESOLVED', verification: 'VERIFIED', verifiedAt: proven });
  expect(order.events[0]).toMatchObject({ kind: 'VERIFIED', by: null });
});

test('a cause that comes back reopens the order by itself and tells the technician', async () => {
  const { id, deviceId } = await repaired();
  server.clock.advance(2 * hourMs);
  await server.anAlarm({ deviceId, code });
  await pass(0);
  await pass(0);
  const order = await detail(id);
  expect(order).toMatchObject({
    state: 'PROCESSING',
    verification: 'FAILED',
    reopenedCount: 1,
    resolvedAt: null,
  });
  expect(
    order.events
      .slice(0, 2)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['REOPENED', 'VERIFICATION_FAILED']);
  const { list } = await server.ok(noticeCalls.systemList, mallAdmin, {});
  expect(list.filter(({ content }) => content.includes('came back'))).toHaveLength(1);
});

test('an alarm that is raised again while it is open is a relapse as well', async () => {
  const { id, deviceId } = await repaired();
  server.clock.advance(2 * hourMs);
  await inScope(server.db, '*', (tx) =>
    tx
      .update(alarms)
      .set({ clearedAt: null, lastRaisedAt: now(), count: 2 })
      .where(eq(alarms.deviceId, deviceId)),
  );
  await pass(0);
  expect((await detail(id)).verification).toBe('FAILED');
});

test('an order does not open again beside another open one of the same robot and code', async () => {
  const { id, deviceId } = await repaired();
  server.clock.advance(2 * hourMs);
  const again = await server.anAlarm({ deviceId, code });
  const other = await server.ok(workOrderCalls.add, mallAdmin, {
    name: 'Motor',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'Motor',
    alarmId: again.id,
    deviceId,
  });
  await pass(0);
  const order = await detail(id);
  expect(order).toMatchObject({ state: 'RESOLVED', verification: 'FAILED' });
  expect(order.events[0]).toMatchObject({ kind: 'VERIFICATION_FAILED', changes: { order: other.number } });
  const { version } = order;
  const reopen = await server.send(workOrderActCalls.reopen, mallAdmin, { id, version, reason: 'Again' });
  expect(reopen).toMatchObject({ code: 422 });
});

test('a robot that left, and one that is not heard for a month, cannot verify a fix', async () => {
  const [left, silent] = [await repaired(), await repaired()];
  await inScope(server.db, '*', (tx) =>
    tx.update(devices).set({ binding: 'NOT_ACTIVATED' }).where(eq(devices.id, left.deviceId)),
  );
  await pass(1);
  expect(await detail(left.id)).toMatchObject({
    verification: 'NOT_POSSIBLE',
    verificationObstacle: 'ROBOT_LEFT',
  });
  await online(silent.deviceId, 'OFFLINE');
  await pass(24 * verificationDays - 3);
  expect((await detail(silent.id)).verification).toBe('WAITING');
  await pass(3);
  expect(await detail(silent.id)).toMatchObject({
    verification: 'NOT_POSSIBLE',
    verificationObstacle: 'NOT_HEARD',
  });
});

test('two servers that verify at once reopen an order once', async () => {
  const { id, deviceId } = await repaired();
  server.clock.advance(hourMs);
  await server.anAlarm({ deviceId, code });
  await Promise.all([pass(0), pass(0), pass(0)]);
  expect((await detail(id)).reopenedCount).toBe(1);
});
