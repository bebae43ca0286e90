import { deviceBindingCalls, deviceCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../test-kit/builders/drivable.ts';
import { companyIds, people, type TestServer } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { deviceRows } from './device-rows-service.ts';

const { freeze, unfreeze, unbind, unbindPreview, changeSn } = deviceBindingCalls;
const { detail, register, list, update, navigate } = deviceCalls;
const server = testServer();

/** Known to the gateway, as one that was registered over its call. */
async function aKnownDevice(given: Parameters<TestServer['aDevice']>[0] = {}) {
  const device = await server.aDevice(given);
  await server.gateway.binding.carryOut(device.id);
  return device;
}
const bindingOf = async (id: string) => (await server.ok(detail, people.superAdmin, { id })).device.binding;

test('a device that is away is frozen for the server at once and told when it comes back', async () => {
  const { id } = await aKnownDevice();
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

test('a vehicle of another maker is frozen by the server alone', async () => {
  const { id } = await aKnownDevice({ model: 'PLAIN', sn: 'agv-1' });
  expect((await server.ok(freeze, people.mallAdmin, { id, reason: 'x' })).binding).toBe('FROZEN');
  const device = await server.ok(unfreeze, people.mallAdmin, { id });
  expect(device).toMatchObject({ binding: 'ACTIVATED', freeze: null });
});

test('of two who freeze at once the second is told who was first', async () => {
  const { id } = await aKnownDevice();
  const both = [people.mallAdmin, people.agentAdmin].map((who) =>
    server.send(freeze, who, { id, reason: 'x' }),
  );
  const answers = await Promise.all(both);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
  expect(answers.find(({ code }) => code !== 200)?.msg).toMatch(/mallAdmin|agentAdmin/);
});

test('what a company above froze, nobody below thaws', async () => {
  const { id } = await aKnownDevice();
  await server.ok(freeze, people.agentAdmin, { id, reason: 'x' });
  expect((await server.send(unfreeze, people.mallAdmin, { id })).msg).toBe(errors.frozenAbove.texts.en);
  expect((await server.ok(unfreeze, people.superAdmin, { id })).binding).toBe('UNFREEZING');
});

test('a device whose time is up is frozen, says why, and is not thawed before it has more time', async () => {
  const { id } = await aKnownDevice({
    usableUntil: '2030-01-02T05:00:00.000Z',
    usageType: 'LEASE',
  });
  server.clock.set('2030-01-02T05:00:00.000Z');
  server.gateway.binding.tick(server.clock().getTime());
  await server.gateway.binding.flush();
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

test('a device that cannot be reached is unbound only when a person says so, and the receipt tells what went', async () => {
  const site = await server.aSite();
  const { id } = await aKnownDevice({ siteId: site.id, tags: ['night', 'lobby'] });
  await server.aTask({ deviceId: id });
  await server.aReport({ deviceId: id });
  await server.saidLast(id, { state: 'OFFLINE' });
  const preview = await server.ok(unbindPreview, people.mallAdmin, { id });
  expect(preview.reachable).toBe(false);
  expect((await server.send(unbind, people.mallAdmin, { id })).msg).toBe(errors.unbindUnreached.texts.en);

  const { device, receipt } = await server.ok(unbind, people.mallAdmin, { id, withoutRobot: true });
  expect(device).toMatchObject({ binding: 'NOT_ACTIVATED', site: null, tags: [], activatedAt: null });
  expect(receipt).toMatchObject({ withoutRobot: true, by: 'mallAdmin', cleared: preview.cleared });
  const counts = new Map(receipt?.cleared.map(({ what, count }) => [what, count]));
  expect(Object.fromEntries(counts)).toMatchObject({ LIVE: 1, TASKS: 1, SITE: 1, TAGS: 2 });
  expect(receipt?.kept).toContainEqual({ what: 'REPORTS', count: 1 });
  const left = await server.asOwner(
    (sql) => sql`select count(*)::int as n from device_live where id = ${id}`,
  );
  expect(left[0]?.n).toBe(0);
});

test('of two who unbind at once one does it and the other is told', async () => {
  const { id } = await aKnownDevice();
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

test('a run that is begun while its device is unbound is refused, and the robot never hears of it', async () => {
  const it = await aDrivableRobot(server, { sn: 'J30-RACE' });
  it.answers['device.unbind'] = { status: 'ACCEPTED' };
  const begun = await server.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`lock table runs in share mode`;
      const starting = server.send(navigate, people.mallAdmin, { id: it.id, x: 3, y: 2 });
      // It was found fit to start, and waits for its row.
      const waits = async () => (await tx`select 1 from pg_locks where not granted`).length > 0;
      await eventually(waits, 'the start to write its row');
      expect((await server.send(unbind, people.mallAdmin, { id: it.id })).code).toBe(200);
      return { starting };
    }),
  );
  expect((await begun.starting).msg).toBe(errors.wrongState.texts.en);
  const rows = () => server.asOwner((sql) => sql`select state from runs where device_id = ${it.id}`);
  await eventually(async () => (await rows())[0]?.['state'] === 'INTERRUPTED', 'the end of the run');
  await eventually(() => it.told('device.unbind').length > 0, 'the robot to be told');
  expect(it.robot.heard.filter(({ topic }) => topic === 'order')).toEqual([]);
  await it.leave();
});

test('every table with rows of a device says what unbinding and a sale mean for it', async () => {
  const tables = await server.asOwner(
    (sql) => sql<{ name: string }[]>`
      select distinct c.table_name as name from information_schema.columns c
      join pg_class p on p.relname = c.table_name and p.relnamespace = 'public'::regnamespace and not p.relispartition
      where c.table_schema = 'public' and c.column_name = 'device_id'`,
  );
  const unsaid = tables.map(({ name }) => name).filter((name) => !(name in deviceRows));
  expect(unsaid).toEqual([]);
});

test('an SN change voids the old number for good and asks for activation, and the work goes on under the new one', async () => {
  const { id, version, sn } = await aKnownDevice({ sn: 'J30-OLD', nickname: 'Otter' });
  const task = await server.aTask({ deviceId: id });
  const made = await server.ok(changeSn, people.mallAdmin, { id, version, sn: 'J30-NEW' });
  expect(made).toMatchObject({ sn: 'J30-NEW', nickname: 'Otter', binding: 'NOT_ACTIVATED' });
  expect(await bindingOf(id)).toBe('VOID');
  const [moved] = await server.asOwner((owner) => owner`select device_id from tasks where id = ${task.id}`);
  expect(moved?.device_id).toBe(made.id);
  const names = (await server.ok(list, people.mallAdmin, {})).list.map((it) => it.sn);
  expect(names).toEqual(['J30-NEW']);

  const again = { sn, manufacturer: 'JBOT', model: 'J30', nickname: 'x', companyId: companyIds.mall };
  expect((await server.send(register, people.mallAdmin, again)).msg).toBe(errors.serialTaken.texts.en);
  expect((await server.send(deviceCalls.remove, people.mallAdmin, { id })).code).toBe(errors.wrongState.code);
  for (const call of [freeze, unbind])
    expect(
      (await server.send(call, people.mallAdmin, { id, reason: 'x', withoutRobot: true })).code,
    ).not.toBe(200);
});

test('a number that is taken, of another model, or given while the device works is refused', async () => {
  const { id, version } = await aKnownDevice({ sn: 'J30-A' });
  await aKnownDevice({ sn: 'J30-B' });
  const change = (sn: string) => server.send(changeSn, people.mallAdmin, { id, version, sn });
  expect((await change('J30-b')).msg).toBe(errors.serialTaken.texts.en);
  expect((await change('J40-C')).code).toBe(errors.invalid.code);
  await server.aRun({ deviceId: id, state: 'IN_PROGRESS' });
  expect((await change('J30-C')).msg).toBe(errors.runActive.texts.en);
  expect(await bindingOf(id)).toBe('ACTIVATED');
});

test('of an edit and an SN change on the same version one is told', async () => {
  const { id } = await aKnownDevice({ sn: 'J30-A' });
  const answers = await Promise.all([
    server.send(update, people.mallAdmin, { id, version: 1, nickname: 'One' }),
    server.send(changeSn, people.agentAdmin, { id, version: 1, sn: 'J30-Z' }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
});
