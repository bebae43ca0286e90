import {
  alarmCalls,
  alarmSettingCalls,
  needCalls,
  workOrderActCalls,
  workOrderCalls,
} from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { alarmSettings } from '../../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { inScope } from '../../../../platform/db/db.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { testServer } from '../../../../test-kit/test-server.ts';
import { raiseOrders } from './order-raise-service.ts';

const server = testServer();
afterEach(() => expect(server.faults).toEqual([]));
const { mallAdmin, agentAdmin } = people;
const code = '10110';
const minuteMs = 60_000;

const deps = () => ({ db: server.db, bus: server.bus, now: server.clock });
async function tick(minutes = 0) {
  server.clock.advance(minutes * minuteMs);
  await raiseOrders(deps());
}
type Setting = Partial<typeof alarmSettings.$inferInsert>;
const configure = (setting: Setting) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(alarmSettings).values({
      companyId: companyIds.mall,
      code,
      updatedAt: server.clock().toISOString(),
      updatedBy: 'test',
      ...setting,
    }),
  );
const byItself = (minutes: number): Setting => ({ orderMode: 'AUTO', orderAfterMinutes: minutes });
async function raise(more: Partial<typeof alarms.$inferInsert> = {}) {
  const deviceId = more.deviceId ?? (await server.aDevice({ nickname: 'Otter' })).id;
  return await server.anAlarm({ deviceId, code, ...more });
}
const change = (id: string, set: Partial<typeof alarms.$inferInsert>) =>
  inScope(server.db, '*', (tx) => tx.update(alarms).set(set).where(eq(alarms.id, id)));
const orders = async () => (await server.ok(workOrderCalls.list, mallAdmin, {})).list;
const resolve = async (id: string) => {
  const { version } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  await server.ok(workOrderActCalls.resolve, mallAdmin, { id, version, resolution: 'WITHDRAWN' });
};

test('an alarm that stands for the minutes of its rule gets one order of origin RULE with evidence', async () => {
  await configure(byItself(30));
  const alarm = await raise({ level: 5 });
  await tick(29);
  expect(await orders()).toEqual([]);
  await tick(1);
  await tick(10);
  expect(await orders()).toMatchObject([
    {
      origin: 'RULE',
      level: 'FATAL',
      type: 'FAULT',
      state: 'SUBMITTED',
      faultType: 'CHASSIS',
      alarm: { id: alarm.id, code },
      publisher: null,
      name: expect.stringMatching(/\w/),
      description: expect.stringContaining(code),
    },
  ]);
  const [order] = await orders();
  expect((await server.ok(workOrderCalls.detail, mallAdmin, { id: order!.id })).hasEvidence).toBe(true);
});

test('without a rule, and for an alarm that is over, shelved, processed or a follower, no order is made', async () => {
  const foreign = await raise({ code: '20110' });
  await configure(byItself(0));
  const later = new Date(server.clock().getTime() + 60 * minuteMs).toISOString();
  const over = await raise({ clearedAt: server.clock().toISOString() });
  const shelved = await raise({ shelvedUntil: later });
  await raise({ processedAt: server.clock().toISOString() });
  await raise({ causeId: over.id });
  await tick(5);
  expect(await orders()).toEqual([]);
  expect(foreign.clearedAt).toBeNull();
  await tick(60);
  expect((await orders()).map(({ alarm }) => alarm?.id)).toEqual([shelved.id]);
});

test('an alarm makes no second order after the first is resolved, and its next raise does', async () => {
  await configure(byItself(0));
  const alarm = await raise();
  await tick();
  const [first] = await orders();
  await resolve(first!.id);
  await tick(60);
  expect(await orders()).toHaveLength(1);
  await change(alarm.id, { clearedAt: server.clock().toISOString() });
  await raise({ deviceId: alarm.deviceId, raisedAt: server.clock().toISOString() });
  await tick();
  expect(await orders()).toHaveLength(2);
});

test('an alarm of a robot and code with an open order is noted there', async () => {
  await configure(byItself(0));
  const alarm = await raise();
  await tick();
  await change(alarm.id, { clearedAt: server.clock().toISOString() });
  await raise({ deviceId: alarm.deviceId });
  await tick(1);
  await tick(1);
  const [order, ...others] = await orders();
  expect(others).toEqual([]);
  const { events } = await server.ok(workOrderCalls.detail, mallAdmin, { id: order!.id });
  expect(events.map(({ kind }) => kind)).toEqual(['REPORTED_AGAIN', 'SUBMITTED']);
});

test('two servers make one order, and a server killed before the commit leaves the alarm for the next run', async () => {
  await configure(byItself(0));
  await raise();
  // The order is refused after all its rows were written, as by a kill before the commit.
  await server.asOwner(async (sql) => {
    await sql`create function killed() returns trigger language plpgsql as 'begin raise exception ''killed''; end'`;
    await sql`create constraint trigger killed after insert on work_orders initially deferred for each row execute function killed()`;
  });
  await expect(raiseOrders(deps())).rejects.toThrow();
  expect(await orders()).toEqual([]);
  await server.asOwner((sql) => sql`drop function killed cascade`);
  await Promise.all([raiseOrders(deps()), raiseOrders(deps()), raiseOrders(deps())]);
  await tick();
  expect(await orders()).toHaveLength(1);
});

test('a rule is inherited as a whole, and a company below may switch it off', async () => {
  await configure({ ...byItself(45), companyId: companyIds.agent });
  await raise();
  const setting = async () =>
    (await server.ok(alarmSettingCalls.query, mallAdmin, { code, model: '' })).list[0]!;
  expect((await setting()).order).toEqual({ mode: 'AUTO', afterMinutes: 45, from: 'INHERITED' });
  const input = { companyId: companyIds.mall, code, version: 0 };
  await server.ok(alarmSettingCalls.setAlarm, mallAdmin, { ...input, orderMode: 'NEVER' });
  expect(await setting()).toMatchObject({
    order: { mode: 'NEVER', afterMinutes: 0, from: 'OWN' },
    inherited: { orderMode: 'AUTO', orderAfterMinutes: 45 },
  });
  await tick(60);
  expect(await orders()).toEqual([]);
  await server.ok(alarmSettingCalls.setAlarm, mallAdmin, { ...input, version: 1, orderMode: null });
  await tick();
  expect(await orders()).toHaveLength(1);
  const bare = await server.send(alarmSettingCalls.setAlarm, mallAdmin, {
    ...input,
    version: 2,
    orderMode: 'AUTO',
  });
  expect(bare.code).not.toBe(200);
});

test('a suggestion is a proposal and a need until there is an order', async () => {
  await configure({ orderMode: 'SUGGEST' });
  const alarm = await raise();
  const proposal = () => server.ok(workOrderCalls.propose, mallAdmin, { alarmId: alarm.id });
  const needOf = async () =>
    (await server.ok(needCalls.list, mallAdmin, {})).list.find(({ kind }) => kind === 'ALARM');
  expect((await proposal()).isSuggested).toBe(true);
  expect(await needOf()).toMatchObject({ action: 'ADD_ORDER', recordId: alarm.id });
  await tick(60);
  expect(await orders()).toEqual([]);
  await server.ok(workOrderCalls.add, mallAdmin, {
    name: 'Stuck',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'Stuck',
    alarmId: alarm.id,
  });
  expect((await proposal()).isSuggested).toBe(false);
  expect(await needOf()).toMatchObject({ action: 'OPEN_ALARM' });
  expect((await server.ok(alarmCalls.detail, agentAdmin, { id: alarm.id })).alarm.id).toBe(alarm.id);
});
