import { deviceSettingCalls, errors, langs } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { changeSection, settingsSection, type SectionEvent } from './section-service.ts';
import { announceDevice } from '../identity/credential-service.ts';

const { detail, update, restoreDefaults, retry, settle, changes } = deviceSettingCalls;
const server = testServer();

/** Applies an event of the robot to the section. */
const applyEvent = (device: { id: string; companyId: string }, event: SectionEvent) =>
  inScope(server.db, '*', (db) =>
    changeSection({ db, now: server.clock, bus: server.bus }, device, settingsSection, event),
  );

/** A J30 that has sent its settings once. */
async function aReportedDevice(document: Record<string, unknown> = { volume: 60, maxSpeed: 0.7 }) {
  const { id, companyId } = await server.aDevice({ model: 'J30' });
  const device = { id, companyId };
  await applyEvent(device, { kind: 'pushed', baseVersion: 0, document });
  return device;
}

const insertCatalogue = (deviceId: string, algoCatalogue: unknown[]) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(deviceDocuments).values({
      companyId: companyIds.mall,
      deviceId,
      kind: 'REPORTED',
      hash: '',
      document: { algoCatalogue },
      changedAt: server.clock().toISOString(),
    }),
  );

test('an update saves the changed keys on its version and waits for the robot', async () => {
  const { id } = await aReportedDevice();
  const saved = await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  expect(saved).toMatchObject({
    version: 2,
    syncState: 'AWAITING_SYNC',
    origin: 'CLOUD',
    updatedBy: 'mallAdmin',
    desired: { volume: 30, maxSpeed: 0.7 },
    reported: { volume: 60, maxSpeed: 0.7 },
  });
  const late = await server.send(update, people.mallAdmin, { id, version: 1, values: { volume: 31 } });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('mallAdmin');
  const same = await server.ok(update, people.mallAdmin, { id, version: 2, values: { volume: 30 } });
  expect(same.version).toBe(2);
});

test('of two concurrent updates the second is refused', async () => {
  const { id } = await aReportedDevice();
  const both = await Promise.all(
    [10, 11].map((volume) => server.send(update, people.mallAdmin, { id, version: 1, values: { volume } })),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
});

test('an outdated save of unchanged settings names neither an author nor a time', async () => {
  const { id } = await server.aDevice({ model: 'J30', nickname: 'Sparrow' });
  for (const lang of langs) {
    const { code, msg } = await server.send(
      update,
      people.mallAdmin,
      { id, version: 9, values: { volume: 10 } },
      { lang },
    );
    expect([code, msg]).toEqual([errors.outdated.code, errors.outdated.texts[lang]]);
  }
});

test('unsupported keys, values out of range and unlisted parameters are refused field by field', async () => {
  const { id } = await aReportedDevice();
  await insertCatalogue(id, [{ key: 'planner.inflationM', type: 'number', min: 0.02, max: 0.4 }, 'nonsense']);
  const values = {
    volume: 101,
    detergentRatio: 1,
    language: 'xx',
    maxSpeed: 1,
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

test('a PIN is in no answer: neither in the settings nor in their history', async () => {
  const device = await aReportedDevice();
  const values = { screenLock: { enabled: true, pin: '471147' } };
  const { id } = device;
  const saved = await server.ok(update, people.mallAdmin, { id, version: 1, values });
  const history = await server.ok(changes, people.mallAdmin, { id });
  expect(JSON.stringify([saved, history])).not.toContain('471147');
  expect(history.list[0]?.changes).toEqual([
    { key: 'screenLock', before: null, after: { enabled: true, pin: '••••' } },
  ]);
  const [row] = await inScope(server.db, '*', (tx) => tx.select().from(deviceSections));
  await applyEvent(device, { kind: 'published', atMs: 0 });
  const report = { version: 2, hash: row?.hash ?? '', status: 'APPLIED', code: '' };
  await applyEvent(device, { kind: 'reported', report });
  const rows = await server.asOwner((sql) => sql`select row_to_json(s)::text as text from device_sections s`);
  expect(rows.map(({ text }) => text).join()).not.toContain('471147');
});

test('the history has author, old and new values, and the time of application', async () => {
  const device = await aReportedDevice();
  const { id } = device;
  await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  const [row] = await inScope(server.db, '*', (tx) =>
    tx.select().from(deviceSections).where(eq(deviceSections.deviceId, id)),
  );
  await applyEvent(device, {
    kind: 'reported',
    report: { version: 2, hash: row?.hash ?? '', status: 'APPLIED', code: '' },
  });
  server.clock.set('2030-01-02T04:00:00.000Z');
  await applyEvent(device, { kind: 'pushed', baseVersion: 2, document: { volume: 30, maxSpeed: 0.5 } });
  const { list, total } = await server.ok(changes, people.mallAdmin, { id });
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { origin: 'DEVICE', by: '', changes: [{ key: 'maxSpeed', before: 0.7, after: 0.5 }] },
    { origin: 'CLOUD', by: 'mallAdmin', changes: [{ key: 'volume', before: 60, after: 30 }] },
  ]);
  expect(list.every(({ appliedAt }) => appliedAt !== null)).toBe(true);
  expect((await server.ok(changes, people.mallAdmin, { id, key: 'volume' })).total).toBe(1);
});

test('a conflict is settled once, with the settings of the server or those of the robot', async () => {
  const device = await aReportedDevice();
  const { id } = device;
  await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  await applyEvent(device, {
    kind: 'pushed',
    baseVersion: 1,
    document: { volume: 9, maxSpeed: 0.4, tune: 'x' },
  });
  await applyEvent(device, { kind: 'pushed', baseVersion: 1, document: { volume: 8, maxSpeed: 0.7 } });
  const { conflicts } = await server.ok(detail, people.mallAdmin, { id });
  expect(conflicts.map(({ values }) => values['volume']).sort()).toEqual([8, 9]);
  const byVolume = (volume: number) => conflicts.find(({ values }) => values['volume'] === volume)!.id;

  const keepCloud = { id, conflictId: byVolume(8), version: 2, keep: 'CLOUD' } as const;
  const settled = await server.ok(settle, people.mallAdmin, keepCloud);
  expect(settled).toMatchObject({ version: 2, desired: { volume: 30 } });
  expect((await server.send(settle, people.mallAdmin, keepCloud)).code).toBe(errors.wrongState.code);

  const keepDevice = { id, conflictId: byVolume(9), version: 2, keep: 'DEVICE' } as const;
  const merged = await server.ok(settle, people.mallAdmin, keepDevice);
  expect(merged).toMatchObject({ version: 3, syncState: 'AWAITING_SYNC', conflicts: [] });
  expect(merged.desired).toEqual({ volume: 9, maxSpeed: 0.4 });
});

test('retry sends failed settings again and is refused in other states', async () => {
  const device = await aReportedDevice();
  const { id } = device;
  expect((await server.send(retry, people.mallAdmin, { id })).code).toBe(errors.wrongState.code);
  await server.ok(update, people.mallAdmin, { id, version: 1, values: { volume: 30 } });
  const [row] = await inScope(server.db, '*', (tx) => tx.select().from(deviceSections));
  await applyEvent(device, { kind: 'published', atMs: 0 });
  const report = { version: 2, hash: row?.hash ?? '', status: 'FAILED', code: 'BAD_PARAMS' };
  await applyEvent(device, { kind: 'reported', report });
  expect(await server.ok(detail, people.mallAdmin, { id })).toMatchObject({
    syncState: 'SYNC_FAILED',
    code: 'BAD_PARAMS',
  });
  expect((await server.ok(retry, people.mallAdmin, { id })).syncState).toBe('AWAITING_SYNC');
});

test('restoreDefaults queues a command for an offline robot', async () => {
  const { id } = await aReportedDevice();
  announceDevice(server.bus, id);
  await expect.poll(() => server.gateway.live(id)).toBeDefined();
  const command = await server.ok(restoreDefaults, people.mallAdmin, { id });
  expect(command).toMatchObject({ type: 'settings.restoreDefaults', status: 'QUEUED' });
});

test('a vehicle of another maker has no settings, and the map rotation is saved without the robot', async () => {
  const { id } = await server.aDevice({ model: 'PLAIN' });
  expect((await server.send(detail, people.mallAdmin, { id })).code).toBe(errors.notSupported.code);
  const device = await aReportedDevice();
  const rotated = await server.ok(update, people.mallAdmin, { id: device.id, version: 1, rotation: -90 });
  expect(rotated).toMatchObject({ rotation: -90, version: 1, syncState: 'IN_SYNC' });
});

test('a reader cannot change settings, and a device of another company is answered as missing', async () => {
  const { id } = await aReportedDevice();
  expect((await server.ok(detail, people.reader, { id })).version).toBe(1);
  const input = { id, version: 1, values: { volume: 1 } };
  for (const [call, request] of [
    [update, input],
    [restoreDefaults, { id }],
    [retry, { id }],
  ] as const)
    expect((await server.send(call, people.reader, request)).code).toBe(errors.forbidden.code);
  for (const [call, request] of [
    [detail, { id }],
    [changes, { id }],
    [update, input],
  ] as const)
    expect((await server.send(call, people.otherAdmin, request)).code).toBe(errors.notFound.code);
});
