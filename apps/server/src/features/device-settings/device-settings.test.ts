import { deviceSettingCalls, errors } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { deviceDocuments } from '../devices/device-document-table.ts';
import { deviceSections } from './device-settings-table.ts';
import { changeSection, settingsSection, type SectionEvent } from './section-service.ts';

const { detail, update, restoreDefaults, retry, settle, changes } = deviceSettingCalls;
const server = testServer();

/** What the robot would have brought about. */
const happens = (device: { id: string; companyId: string }, event: SectionEvent) =>
  inScope(server.db, '*', (db) =>
    changeSection({ db, now: server.clock, bus: server.bus }, device, settingsSection, event),
  );

/** A J30 that told its settings once. */
async function aTold(document: Record<string, unknown> = { volume: 60, maxSpeed: 0.7 }) {
  const { id, companyId } = await server.aDevice({ model: 'J30' });
  const device = { id, companyId };
  await happens(device, { kind: 'pushed', baseVersion: 0, document });
  return device;
}

const lists = (deviceId: string, algoCatalogue: unknown[]) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(deviceDocuments).values({
      ...{ companyId: companyIds.mall, deviceId, kind: 'REPORTED', hash: '' },
      ...{ document: { algoCatalogue }, changedAt: server.clock().toISOString() },
    }),
  );

test('saves the changed keys alone, on the version they were made on, and waits for the robot', async () => {
  const { id } = await aTold();
  const saved = await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  expect(saved).toMatchObject({
    ...{ version: 2, syncState: 'AWAITING_SYNC', origin: 'CLOUD', updatedBy: 'mallAdmin' },
    ...{ desired: { volume: 30, maxSpeed: 0.7 }, reported: { volume: 60, maxSpeed: 0.7 } },
  });
  const late = await server.send(update, people.mallAdmin, { id, version: 1, values: { volume: 31 } });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('mallAdmin');
  const same = await server.ok(update, people.mallAdmin, { id, version: 2, values: { volume: 30 } });
  expect(same.version).toBe(2);
});

test('of two who save at the same moment, one is told that the other did', async () => {
  const { id } = await aTold();
  const both = await Promise.all(
    [10, 11].map((volume) => server.send(update, people.mallAdmin, { id, version: 1, values: { volume } })),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
});

test('refuses what the model lacks, what is out of range and what the robot does not list, field by field', async () => {
  const { id } = await aTold();
  await lists(id, [{ key: 'planner.inflationM', type: 'number', min: 0.02, max: 0.4 }, 'nonsense']);
  const values = {
    ...{ volume: 101, detergentRatio: 1, language: 'xx', maxSpeed: 1 },
    algo: { 'planner.inflationM': 0.3, 'planner.warp': 1 },
  };
  const refused = await server.send(update, people.mallAdmin, { id, version: 1, values }, { lang: 'en' });
  expect(refused).toMatchObject({ code: errors.invalid.code });
  expect((refused.data as unknown as { fields: object }).fields).toEqual({
    volume: 'Outside the allowed range',
    detergentRatio: 'Please enter the correct key value',
    language: 'Not a valid value',
    'algo.planner.warp': 'Please enter the correct key value',
  });
  const algo = { 'planner.inflationM': 0.3 };
  const saved = await server.ok(update, people.mallAdmin, { id, version: 1, values: { algo } });
  expect(saved.desired['algo']).toEqual(algo);
});

test('a PIN is never read back: not in the settings, not in their history', async () => {
  const device = await aTold();
  const values = { screenLock: { enabled: true, pin: '471147' } };
  const { id } = device;
  const saved = await server.ok(update, people.mallAdmin, { id, version: 1, values });
  const history = await server.ok(changes, people.mallAdmin, { id });
  expect(JSON.stringify([saved, history])).not.toContain('471147');
  expect(history.list[0]?.changes).toEqual([
    { key: 'screenLock', before: null, after: { enabled: true, pin: '••••' } },
  ]);
  const [row] = await inScope(server.db, '*', (tx) => tx.select().from(deviceSections));
  await happens(device, { kind: 'published', atMs: 0 });
  const report = { version: 2, hash: row?.hash ?? '', status: 'APPLIED', code: '' };
  await happens(device, { kind: 'reported', report });
  const everything = await server.asOwner(
    (sql) => sql`select row_to_json(s)::text as text from device_sections s`,
  );
  expect(everything.map(({ text }) => text).join()).not.toContain('471147');
});

test('history says who changed what from what to what, and when the robot had it', async () => {
  const device = await aTold();
  const { id } = device;
  await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  const [row] = await inScope(server.db, '*', (tx) =>
    tx.select().from(deviceSections).where(eq(deviceSections.deviceId, id)),
  );
  await happens(device, {
    kind: 'reported',
    report: { version: 2, hash: row?.hash ?? '', status: 'APPLIED', code: '' },
  });
  server.clock.set('2030-01-02T04:00:00.000Z');
  await happens(device, { kind: 'pushed', baseVersion: 2, document: { volume: 30, maxSpeed: 0.5 } });
  const { list, total } = await server.ok(changes, people.mallAdmin, { id });
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { origin: 'DEVICE', by: '', changes: [{ key: 'maxSpeed', before: 0.7, after: 0.5 }] },
    { origin: 'CLOUD', by: 'mallAdmin', changes: [{ key: 'volume', before: 60, after: 30 }] },
  ]);
  expect(list.every(({ appliedAt }) => appliedAt !== null)).toBe(true);
  expect((await server.ok(changes, people.mallAdmin, { id, key: 'volume' })).total).toBe(1);
});

test('a conflict is settled once, for the console’s settings or for the robot’s', async () => {
  const device = await aTold();
  const { id } = device;
  await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  await happens(device, {
    kind: 'pushed',
    baseVersion: 1,
    document: { volume: 9, maxSpeed: 0.4, tune: 'x' },
  });
  await happens(device, { kind: 'pushed', baseVersion: 1, document: { volume: 8, maxSpeed: 0.7 } });
  const { conflicts } = await server.ok(detail, people.mallAdmin, { id });
  expect(conflicts.map(({ values }) => values['volume']).sort()).toEqual([8, 9]);
  const byVolume = (volume: number) => conflicts.find(({ values }) => values['volume'] === volume)!.id;

  const kept = { id, conflictId: byVolume(8), version: 2, keep: 'CLOUD' } as const;
  const once = await server.ok(settle, people.mallAdmin, kept);
  expect(once).toMatchObject({ version: 2, desired: { volume: 30 } });
  expect((await server.send(settle, people.mallAdmin, kept)).code).toBe(errors.wrongState.code);

  const taken = { id, conflictId: byVolume(9), version: 2, keep: 'DEVICE' } as const;
  const then = await server.ok(settle, people.mallAdmin, taken);
  expect(then).toMatchObject({ version: 3, syncState: 'AWAITING_SYNC', conflicts: [] });
  expect(then.desired).toEqual({ volume: 9, maxSpeed: 0.4 });
});

test('what failed goes out again when a person says so, and only then', async () => {
  const device = await aTold();
  const { id } = device;
  expect((await server.send(retry, people.mallAdmin, { id })).code).toBe(errors.wrongState.code);
  await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  const [row] = await inScope(server.db, '*', (tx) => tx.select().from(deviceSections));
  await happens(device, { kind: 'published', atMs: 0 });
  const report = { version: 2, hash: row?.hash ?? '', status: 'FAILED', code: 'BAD_PARAMS' };
  await happens(device, { kind: 'reported', report });
  expect(await server.ok(detail, people.mallAdmin, { id })).toMatchObject({
    ...{ syncState: 'SYNC_FAILED', code: 'BAD_PARAMS' },
  });
  expect((await server.ok(retry, people.mallAdmin, { id })).syncState).toBe('AWAITING_SYNC');
});

test('restoring the defaults is a command that waits for a robot that is away', async () => {
  const { id } = await aTold();
  server.bus.publish('gateway/device', { deviceId: id });
  await expect.poll(() => server.gateway.live(id)).toBeDefined();
  const command = await server.ok(restoreDefaults, people.mallAdmin, { id });
  expect(command).toMatchObject({ type: 'settings.restoreDefaults', status: 'QUEUED' });
});

test('a third-party vehicle has no settings, and the map is turned without the robot', async () => {
  const { id } = await server.aDevice({ model: 'PLAIN' });
  expect((await server.send(detail, people.mallAdmin, { id })).code).toBe(errors.notSupported.code);
  const told = await aTold();
  const turned = await server.ok(update, people.mallAdmin, { id: told.id, version: 1, rotation: -90 });
  expect(turned).toMatchObject({ rotation: -90, version: 1, syncState: 'IN_SYNC' });
});

test('who may look may not change, and another company’s device is not there', async () => {
  const { id } = await aTold();
  expect((await server.ok(detail, people.reader, { id })).version).toBe(1);
  const input = { id, version: 1, values: { volume: 1 } };
  for (const [call, given] of [
    [update, input],
    [restoreDefaults, { id }],
    [retry, { id }],
  ] as const)
    expect((await server.send(call, people.reader, given)).code).toBe(errors.forbidden.code);
  for (const [call, given] of [
    [detail, { id }],
    [changes, { id }],
    [update, input],
  ] as const)
    expect((await server.send(call, people.otherAdmin, given)).code).toBe(errors.notFound.code);
});
