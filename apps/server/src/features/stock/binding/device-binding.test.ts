import { deviceBindingCalls, deviceCalls, deviceStockCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type TestServer } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { deviceRows } from '../../../entities/devices/device-rows.ts';

const { freeze, unfreeze, unbind, unbindPreview, changeSn } = deviceBindingCalls;
const { detail, register, list, update, navigate } = deviceCalls;
const server = testServer();

/** Creates a device that the gateway knows, like one that was registered by call. */
async function aDeviceAtGateway(overrides: Parameters<TestServer['aDevice']>[0] = {}) {
  const device = await server.aDevice(overrides);
  await server.gateway.binding.carryOut(device.id);
  return device;
}
const bindingOf = async (id: string) => (await server.ok(detail, people.superAdmin, { id })).device.binding;

test('an offline device is frozen on the server immediately and gets the command when it is online again', async () => {
  const { id } = await aDeviceAtGateway();
  const device = await server.ok(freeze, people.mallAdmin, { id, reason: 'Not paid' });
  expect(device).toMatchObject({
    binding: 'FREEZING',
    freeze: { cause: 'PERSON', reason: 'Not paid', by: 'mallAdmin' },
  });
  const rows = await server.asOwner(
    (sql) => sql`select type, status, params from commands where device_id = ${id}`,
  );
  expect([...rows]).toEqual([{ type: 'device.freeze', status: 'QUEUED', params: { reason: 'Not paid' } }]);
});

test('a vehicle of another maker is frozen by the server without a command', async () => {
  const { id } = await aDeviceAtGateway({ model: 'PLAIN', sn: 'agv-1' });
  expect((await server.ok(freeze, people.mallAdmin, { id, reason: 'x' })).binding).toBe('FROZEN');
  const device = await server.ok(unfreeze, people.mallAdmin, { id });
  expect(device).toMatchObject({ binding: 'ACTIVATED', freeze: null });
});

test('of two concurrent freezes the second is refused with the author of the first', async () => {
  const { id } = await aDeviceAtGateway();
  const both = [people.mallAdmin, people.agentAdmin].map((who) =>
    server.send(freeze, who, { id, reason: 'x' }),
  );
  const answers = await Promise.all(both);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
  expect(answers.find(({ code }) => code !== 200)?.msg).toMatch(/mallAdmin|agentAdmin/);
});

test('a device that a company above froze cannot be unfrozen by a company below', async () => {
  const { id } = await aDeviceAtGateway();
  await server.ok(freeze, people.agentAdmin, { id, reason: 'x' });
  expect((await server.send(unfreeze, people.mallAdmin, { id })).msg).toBe(errors.frozenAbove.texts.en);
  expect((await server.ok(unfreeze, people.superAdmin, { id })).binding).toBe('UNFREEZING');
});

test('a device is frozen with EXPIRED at the end of its use, and unfreezing it before an extension is refused', async () => {
  const { id } = await aDeviceAtGateway({
    usableUntil: '2030-01-02T05:00:00.000Z',
    usageType: 'LEASE',
  });
  await checkExpiry('2030-01-02T05:00:00.000Z');
  const { device } = await server.ok(detail, people.mallAdmin, { id });
  expect(device).toMatchObject({
    binding: 'FREEZING',
    freeze: { cause: 'EXPIRED' },
    useStatus: 'LEASE_EXPIRED',
  });
  const notices = await server.asOwner((sql) => sql`select template, company_id from notices`);
  expect([...notices]).toEqual([{ template: 'deviceExpired', company_id: companyIds.mall }]);
  expect((await server.send(unfreeze, people.superAdmin, { id })).msg).toBe(errors.deviceExpired.texts.en);
});

const checkExpiry = async (at: string) => {
  server.clock.set(at);
  server.gateway.binding.tick(server.clock().getTime());
  await server.gateway.binding.flush();
};

test('a device that expired is unfrozen when its use is extended, and a freeze by a person holds again', async () => {
  const usableUntil = '2030-01-02T06:00:00.000Z';
  const [expired, frozen] = [
    await aDeviceAtGateway({ usableUntil }),
    await aDeviceAtGateway({ usableUntil, sn: 'J30-0002' }),
  ];
  await server.ok(freeze, people.agentAdmin, { id: frozen.id, reason: 'Not paid' });
  await checkExpiry(usableUntil);
  for (const { id } of [expired, frozen])
    expect((await server.ok(detail, people.superAdmin, { id })).device.freeze?.cause).toBe('EXPIRED');

  const ids = [expired.id, frozen.id];
  await server.ok(deviceStockCalls.change, people.superAdmin, {
    ids,
    usableUntil: '2031-01-01T00:00:00.000Z',
  });
  await checkExpiry('2030-01-02T06:01:00.000Z');
  expect(await bindingOf(expired.id)).toBe('UNFREEZING');
  expect((await server.ok(detail, people.superAdmin, { id: frozen.id })).device).toMatchObject({
    binding: 'FREEZING',
    freeze: { cause: 'PERSON', reason: 'Not paid' },
  });
  expect((await server.send(unfreeze, people.mallAdmin, { id: frozen.id })).msg).toBe(
    errors.frozenAbove.texts.en,
  );
});

test('an offline device is unbound only with withoutRobot, and the receipt counts the deleted data', async () => {
  const site = await server.aSite();
  const { id } = await aDeviceAtGateway({ siteId: site.id, tags: ['night', 'lobby'] });
  await server.aTask({ deviceId: id });
  await server.aReport({ deviceId: id });
  await server.setLiveState(id, { state: 'OFFLINE' });
  const preview = await server.ok(unbindPreview, people.mallAdmin, { id });
  expect(preview.reachable).toBe(false);
  expect((await server.send(unbind, people.mallAdmin, { id })).msg).toBe(errors.unbindUnreached.texts.en);

  const { device, receipt } = await server.ok(unbind, people.mallAdmin, { id, withoutRobot: true });
  expect(device).toMatchObject({ binding: 'NOT_ACTIVATED', site: null, tags: [], activatedAt: null });
  expect(receipt).toMatchObject({ withoutRobot: true, by: 'mallAdmin', cleared: preview.cleared });
  const counts = new Map(receipt?.cleared.map(({ what, count }) => [what, count]));
  expect(Object.fromEntries(counts)).toMatchObject({ LIVE: 1, TASKS: 1, SITE: 1, TAGS: 2 });
  expect(receipt?.kept).toContainEqual({ what: 'REPORTS', count: 1 });
  const remaining = await server.asOwner(
    (sql) => sql`select count(*)::int as n from device_live where id = ${id}`,
  );
  expect(remaining[0]?.n).toBe(0);
});

test('the unbinding of a device that is not activated is refused with that reason', async () => {
  const { id } = await aDeviceAtGateway({ binding: 'NOT_ACTIVATED' });
  expect((await server.send(unbind, people.mallAdmin, { id })).msg).toBe(errors.notActivated.texts.en);
});

test('of two concurrent unbindings one succeeds and the other is refused', async () => {
  const { id } = await aDeviceAtGateway();
  const both = [people.mallAdmin, people.agentAdmin].map((who) =>
    server.send(unbind, who, { id, withoutRobot: true }),
  );
  const codes = (await Promise.all(both)).map(({ code }) => code).sort();
  expect(codes).toEqual([200, 409]);
  const receipts = await server.asOwner(
    (sql) => sql`select by from device_unbindings where device_id = ${id}`,
  );
  expect(receipts).toHaveLength(1);
});

test('a run that starts during the unbinding of its device is refused, and the robot gets no order', async () => {
  const drivable = await aDrivableRobot(server, { sn: 'J30-RACE' });
  drivable.answers['device.unbind'] = { status: 'ACCEPTED' };
  const started = await server.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`lock table runs in share mode`;
      const starting = server.send(navigate, people.mallAdmin, { id: drivable.id, x: 3, y: 2 });
      // The start has passed its checks and waits to insert its row. Other writers may wait for other locks.
      const isBlocked = async () =>
        (await tx`select 1 from pg_locks where not granted and relation = 'runs'::regclass`).length > 0;
      await eventually(isBlocked, 'the start to write its row');
      expect((await server.send(unbind, people.mallAdmin, { id: drivable.id })).code).toBe(200);
      return { starting };
    }),
  );
  expect((await started.starting).msg).toBe(errors.wrongState.texts.en);
  const rows = () => server.asOwner((sql) => sql`select state from runs where device_id = ${drivable.id}`);
  await eventually(async () => (await rows())[0]?.['state'] === 'INTERRUPTED', 'the end of the run');
  await eventually(() => drivable.told('device.unbind').length > 0, 'the robot to be told');
  expect(drivable.robot.received.filter(({ topic }) => topic === 'order')).toEqual([]);
  await drivable.leave();
});

test('each table with rows of a device has an entry for unbinding and sale', async () => {
  const tables = await server.asOwner(
    (sql) => sql<{ name: string }[]>`
      select distinct c.table_name as name from information_schema.columns c
      join pg_class p on p.relname = c.table_name and p.relnamespace = 'public'::regnamespace and not p.relispartition
      where c.table_schema = 'public' and c.column_name = 'device_id'`,
  );
  const missing = tables.map(({ name }) => name).filter((name) => !(name in deviceRows));
  expect(missing).toEqual([]);
});

test('an SN change voids the old number, requires activation, and moves tasks to the new number', async () => {
  const { id, version, sn } = await aDeviceAtGateway({ sn: 'J30-OLD', nickname: 'Otter' });
  const task = await server.aTask({ deviceId: id });
  const changed = await server.ok(changeSn, people.mallAdmin, { id, version, sn: 'J30-NEW' });
  expect(changed).toMatchObject({ sn: 'J30-NEW', nickname: 'Otter', binding: 'NOT_ACTIVATED' });
  expect(await bindingOf(id)).toBe('VOID');
  const [moved] = await server.asOwner((owner) => owner`select device_id from tasks where id = ${task.id}`);
  expect(moved?.device_id).toBe(changed.id);
  const names = (await server.ok(list, people.mallAdmin, {})).list.map((row) => row.sn);
  expect(names).toEqual(['J30-NEW']);

  const again = { sn, manufacturer: 'JBOT', model: 'J30', nickname: 'x', companyId: companyIds.mall };
  expect((await server.send(register, people.mallAdmin, again)).msg).toBe(errors.serialTaken.texts.en);
  expect((await server.send(deviceCalls.remove, people.mallAdmin, { id })).code).toBe(errors.wrongState.code);
  for (const call of [freeze, unbind])
    expect(
      (await server.send(call, people.mallAdmin, { id, reason: 'x', withoutRobot: true })).code,
    ).not.toBe(200);
});

test('an SN change to a taken number or another model, or during a run, is refused', async () => {
  const { id, version } = await aDeviceAtGateway({ sn: 'J30-A' });
  await aDeviceAtGateway({ sn: 'J30-B' });
  const change = (sn: string) => server.send(changeSn, people.mallAdmin, { id, version, sn });
  expect((await change('J30-b')).msg).toBe(errors.serialTaken.texts.en);
  expect((await change('J40-C')).code).toBe(errors.invalid.code);
  await server.aRun({ deviceId: id, state: 'IN_PROGRESS' });
  expect((await change('J30-C')).msg).toBe(errors.runActive.texts.en);
  expect(await bindingOf(id)).toBe('ACTIVATED');
});

test('of a concurrent edit and SN change of one version the second is refused', async () => {
  const { id } = await aDeviceAtGateway({ sn: 'J30-A' });
  const answers = await Promise.all([
    server.send(update, people.mallAdmin, { id, version: 1, nickname: 'One' }),
    server.send(changeSn, people.agentAdmin, { id, version: 1, sn: 'J30-Z' }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
});
