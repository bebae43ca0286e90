import {
  deviceBindingCalls,
  deviceResaleCalls,
  errors,
  mapCalls,
  workOrderCalls,
  workOrderEvidenceCalls,
  type TrailPoint,
} from '@sweepline/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../../../platform/db/db.ts';
import { unseenLive } from '../../../devices/devices/device-service.ts';
import { removeUnusedFiles } from '../../../remote/files/file-garbage-collection-service.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { ownTestServer } from '../../../../test-kit/test-server.ts';

const server = ownTestServer();
const { mallAdmin, agentAdmin, otherAdmin, reader } = people;
const { evidence } = workOrderEvidenceCalls;
const now = '2030-01-02T12:00:00.000Z';
const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.parse(now) + minutes * minuteMs).toISOString();
beforeEach(() => server.clock.set(now));
afterEach(() => expect(server.faults).toEqual([]));

const code = '10110';
/** A robot at work on a map, with what it did in the last minutes. */
async function workingRobot(companyId: string = companyIds.mall) {
  const map = await server.aMap({ companyId, name: 'Ground floor' });
  const device = await server.aDevice({ companyId, nickname: 'Otter', mapRotation: 90 });
  const { id } = device;
  const live = {
    ...unseenLive(id),
    battery: { value: { soc: 41, charging: false, voltage: null, health: null }, at: at(-1) },
    position: { value: { mapId: map.id, x: 1, y: 2, theta: 0, localized: true, score: 1 }, at: at(-2) },
  };
  await server.setLiveState(id, { companyId, live, mapId: map.id });
  const run = await server.aRun({
    companyId,
    deviceId: id,
    mapId: map.id,
    state: 'IN_PROGRESS',
    createdAt: at(-8),
    startedAt: at(-8),
  });
  const points: TrailPoint[] = [
    [0, 0, 0, 0, 0],
    [2 * minuteMs, 2, 0, 0, 1],
    [4 * minuteMs, 4, 0, 0, 1],
  ];
  await server.asOwner(async (sql) => {
    await sql`select keep_device_history('2029-12-31'::date, 10, 90)`;
    await sql`insert into run_paths (id, company_id, run_id, seq, points)
      values (gen_random_uuid(), ${companyId}, ${run.id}, 0, ${sql.json(points)})`;
    await sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      values (gen_random_uuid(), ${companyId}, ${id}, ${at(-4)}, 'MODE', 'CLEANING', 'ERROR')`;
    await sql`insert into device_versions (id, company_id, device_id, part, before, after, at)
      values (gen_random_uuid(), ${companyId}, ${id}, 'robot', null, '3.2.1', ${at(-900)})`;
    const document = { consumables: [{ id: 'mainBrush', remainingPct: 12, usedHours: 88 }] };
    await sql`insert into device_documents (id, company_id, device_id, kind, hash, document, changed_at)
      values (gen_random_uuid(), ${companyId}, ${id}, 'REPORTED', 'x', ${sql.json(document)}, ${at(-30)})`;
  });
  await server.aCommand({ companyId, deviceId: id, createdAt: at(-3), endedAt: at(-3), by: 'nick' });
  const alarm = await server.anAlarm({ companyId, deviceId: id, code, raisedAt: at(-4) });
  return { map, device, alarm, run };
}
const addOrder = (alarmId: string | null, deviceId: string | null, who = mallAdmin) =>
  server.ok(workOrderCalls.add, who, {
    name: 'Stuck',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'It is stuck',
    alarmId,
    deviceId,
    ...(deviceId === null && alarmId === null && { companyId: companyIds.mall }),
  });
const read = (id: string, who = mallAdmin) => server.ok(evidence, who, { id });

test('an order has what was known of its robot when it was made', async () => {
  const { map, device, alarm, run } = await workingRobot();
  const order = await addOrder(alarm.id, device.id);
  expect(order.hasEvidence).toBe(true);
  const { content, fingerprint, matches } = await read(order.id);
  expect(matches).toBe(true);
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(content).toMatchObject({
    takenAt: now,
    device: { id: device.id, name: 'Otter', mapRotation: 90 },
    alarm: { id: alarm.id, code, raisedAt: at(-4), level: 4 },
    live: { battery: { value: { soc: 41 }, at: at(-1) }, position: { at: at(-2) } },
    versions: [{ part: 'robot', version: '3.2.1', since: at(-900) }],
    consumables: {
      at: at(-30),
      list: [{ id: 'mainBrush', remainingPct: 12, usedHours: 88, lifeHours: null }],
    },
    map: { id: map.id, name: 'Ground floor', version: 1, ground: { file: map.gridFileId, width: 200 } },
    period: {
      from: at(-10),
      to: now,
      modes: [{ value: 'ERROR', from: at(-4) }],
      alarms: [{ id: alarm.id }],
      commands: [{ by: 'nick' }],
      runs: [{ id: run.id }],
      trail: [{ mapId: map.id }],
    },
  });
  expect(content.period.trail[0]?.steps.map(([, x]) => x)).toEqual([0, 2, 4]);
});

test('a foreign order, an unknown one and one without a robot have no evidence to read', async () => {
  const { device, alarm } = await workingRobot();
  const order = await addOrder(alarm.id, device.id);
  const bare = await addOrder(null, null);
  expect(bare.hasEvidence).toBe(false);
  const refused = async (id: string, who = mallAdmin) => (await server.send(evidence, who, { id })).code;
  expect(await refused(order.id, otherAdmin)).toBe(errors.notFound.code);
  expect(await refused(crypto.randomUUID())).toBe(errors.notFound.code);
  expect(await refused(bare.id)).toBe(errors.notFound.code);
  expect(await refused(order.id, reader)).toBe(errors.forbidden.code);
  expect((await read(order.id, agentAdmin)).matches).toBe(true);
});

test('the evidence of a robot that is unbound a minute later still opens', async () => {
  const { device, alarm } = await workingRobot();
  const order = await addOrder(alarm.id, device.id);
  const before = await read(order.id);
  server.clock.advance(minuteMs);
  await server.setLiveState(device.id, { state: 'OFFLINE' });
  await server.ok(deviceBindingCalls.unbind, mallAdmin, { id: device.id, withoutRobot: true });
  expect(await read(order.id)).toEqual(before);
});

test('the evidence stays with the seller after a resale, and the next owner does not see it', async () => {
  const { device, alarm } = await workingRobot(companyIds.agent);
  const order = await addOrder(alarm.id, device.id, agentAdmin);
  const before = await read(order.id, agentAdmin);
  const resolve = { resolution: 'WITHDRAWN', state: 'RESOLVED' };
  await server.asOwner((sql) => sql`update work_orders set ${sql(resolve)} where id = ${order.id}`);
  await server.setLiveState(device.id, { companyId: companyIds.agent, state: 'OFFLINE' });
  await server.asOwner(
    (sql) => sql`update runs set state = 'SUCCESS', ended_at = ${now} where device_id = ${device.id}`,
  );
  await server.ok(deviceResaleCalls.offer, agentAdmin, {
    deviceIds: [device.id],
    companyId: companyIds.mall,
  });
  const [offer] = (await server.ok(deviceResaleCalls.list, mallAdmin, { direction: 'IN' })).list;
  await server.ok(deviceResaleCalls.confirm, mallAdmin, { id: offer?.id ?? '' });
  expect(await read(order.id, agentAdmin)).toEqual(before);
  expect((await server.send(evidence, mallAdmin, { id: order.id })).code).toBe(errors.notFound.code);
});

test('the picture of the map stays readable after the map was deleted and unused files were removed', async () => {
  const { map, device, alarm, run } = await workingRobot();
  const order = await addOrder(alarm.id, device.id);
  await server.asOwner(
    (sql) => sql`update runs set state = 'FAILED', ended_at = ${now} where id = ${run.id}`,
  );
  await server.setLiveState(device.id, { state: 'OFFLINE', mapId: null });
  await server.ok(mapCalls.remove, mallAdmin, { id: map.id });
  server.clock.advance(3 * 24 * 60 * minuteMs);
  const later = server.clock().toISOString();
  await server.asOwner((sql) => sql`update sessions set created_at = ${later}, last_seen_at = ${later}`);
  await removeUnusedFiles(server.db, server.files, server.clock);
  const { content } = await read(order.id);
  expect(content.map).toMatchObject({ name: 'Ground floor', ground: { file: map.gridFileId } });
  const rows = await server.asOwner((sql) => sql`select id from files where id = ${map.gridFileId}`);
  expect(rows).toHaveLength(1);
});

test('evidence is not changed by a statement, and a change below the database is shown', async () => {
  const { device, alarm } = await workingRobot();
  const { id } = await addOrder(alarm.id, device.id);
  const change = () =>
    server.asOwner(
      (sql) => sql`update work_order_evidence set content = jsonb_set(content, '{device,name}', '"Badger"')`,
    );
  await expect(change()).rejects.toThrow('never changed');
  const ofProgram = inScope(server.db, '*', (tx) =>
    tx.raw(`update work_order_evidence set fingerprint = ''`),
  );
  await expect(ofProgram).rejects.toThrow();
  await server.asOwner(
    (sql) => sql`alter table work_order_evidence disable trigger work_order_evidence_unchanged`,
  );
  await change();
  await server.asOwner(
    (sql) => sql`alter table work_order_evidence enable trigger work_order_evidence_unchanged`,
  );
  expect((await read(id)).matches).toBe(false);
});

test('fixes tell what resolved a code on a model in the tenant scope, and how often it held at first', async () => {
  const base = { alarmCode: code, deviceModel: 'J30', state: 'RESOLVED' as const, resolvedAt: at(-60) };
  const held = { ...base, resolution: 'FIXED' as const, verification: 'VERIFIED' as const };
  const cleaned = await server.aWorkOrder({ ...held, resolutionText: 'Cleaned the wheel' });
  await server.aWorkOrder({ ...held, reopenedCount: 1, resolutionText: '', resolvedAt: at(-30) });
  await server.aWorkOrder({ alarmCode: code, deviceModel: 'J30', state: 'PROCESSING', reopenedCount: 1 });
  await server.aWorkOrder({ ...base, resolution: 'WITHDRAWN', resolutionText: 'No fault' });
  await server.aWorkOrder({ ...held, deviceModel: 'J40', resolutionText: 'Other model' });
  await server.aWorkOrder({ ...held, companyId: companyIds.other, resolutionText: 'Other company' });
  const fixes = (who = mallAdmin) => server.ok(workOrderEvidenceCalls.fixes, who, { code, model: 'J30' });
  expect(await fixes()).toEqual({
    fixed: 2,
    verified: 2,
    failed: 1,
    firstTimeFixRate: 1 / 3,
    list: [
      {
        id: cleaned.id,
        number: cleaned.number,
        companyCode: 'MAL',
        resolution: 'FIXED',
        text: 'Cleaned the wheel',
        resolvedAt: at(-60),
        held: true,
      },
    ],
  });
  expect((await fixes(otherAdmin)).list.map(({ text }) => text)).toEqual(['Other company']);
});
