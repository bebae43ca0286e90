import { errors, settingsProfileCalls, settingsRolloutCalls, type Output } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type TestServer } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { changeSection, settingsSection, type SectionEvent } from '../settings/section-service.ts';
import { startDueRollouts } from './rollout-due-service.ts';
import { differencesOf, driftOf, progressOf } from './rollout-rules.ts';

const { preview, start, list, detail, cancel } = settingsRolloutCalls;
const profiles = settingsProfileCalls;
const { mallAdmin } = people;
const server = testServer();

type Device = { id: string; companyId: string };
const applyEvent = (device: Device, event: SectionEvent) =>
  inScope(server.db, '*', (db) =>
    changeSection({ db, now: server.clock, bus: server.bus }, device, settingsSection, event),
  );
/** A robot that has reported its settings. */
async function aReporting(
  document: Record<string, unknown>,
  changes: Parameters<TestServer['aDevice']>[0] = {},
) {
  const { id, companyId, nickname } = await server.aDevice({ model: 'J30', ...changes });
  const device = { id, companyId, nickname };
  await applyEvent(device, { kind: 'pushed', baseVersion: 0, document });
  return device;
}
const sectionOf = async ({ id }: Pick<Device, 'id'>) =>
  (
    await inScope(server.db, '*', (tx) =>
      tx.select().from(deviceSections).where(eq(deviceSections.deviceId, id)),
    )
  )[0];
/** The robot reports that it applied, or failed to apply, the desired settings. */
async function reportStatus(device: Device, status: 'APPLIED' | 'FAILED', code = '') {
  const section = await sectionOf(device);
  await applyEvent(device, { kind: 'published', atMs: 0 });
  const { version = 0, hash = '' } = section ?? {};
  await applyEvent(device, { kind: 'reported', report: { version, hash, status, code } });
}
const progress = async (id: string) =>
  Object.fromEntries(
    (await server.ok(detail, mallAdmin, { id })).targets.map((target) => [target.nickname, target.progress]),
  );

describe('sync from one robot to others', () => {
  test('a preview lists the changes by key and changes no settings', async () => {
    const source = await aReporting({ volume: 30, maxSpeed: 0.5, screenLock: { enabled: true } });
    const other = await aReporting({ volume: 60, maxSpeed: 0.5 }, { nickname: 'A' });
    const same = await aReporting({ volume: 30, maxSpeed: 0.5 }, { nickname: 'B' });
    const big = await server.aDevice({ model: 'J40', nickname: 'C' });
    const unreported = await server.aDevice({ model: 'J30', nickname: 'D' });
    const answer = await server.ok(preview, mallAdmin, {
      from: { deviceId: source.id },
      targetIds: [other.id, same.id, big.id, unreported.id],
    });
    expect(answer.targets).toMatchObject([
      { verdict: 'DIFFERENT', differences: [{ key: 'volume', before: 60, after: 30 }] },
      { verdict: 'SAME', differences: [] },
      { verdict: 'OTHER_MODEL' },
      {
        verdict: 'DIFFERENT',
        differences: [
          { key: 'maxSpeed', before: null, after: 0.5 },
          { key: 'volume', before: null, after: 30 },
        ],
      },
    ]);
    expect((await sectionOf(other))?.version).toBe(1);
  });

  test('a start sets the desired settings of each target, and the progress follows the reports of the robots', async () => {
    const source = await aReporting({ volume: 30, maxSpeed: 0.5 });
    const a = await aReporting({ volume: 60, maxSpeed: 0.5 }, { nickname: 'A' });
    const b = await aReporting({ volume: 61, maxSpeed: 0.5 }, { nickname: 'B' });
    const same = await aReporting({ volume: 30, maxSpeed: 0.5 }, { nickname: 'C' });
    const big = await server.aDevice({ model: 'J40', nickname: 'D' });
    const targetIds = [a.id, b.id, same.id, big.id];
    const rollout = await server.ok(start, mallAdmin, { from: { deviceId: source.id }, targetIds });
    expect(rollout).toMatchObject({ kind: 'SYNC', state: 'STARTED', by: 'mallAdmin', dueAt: null });
    expect(rollout.counts).toEqual({ WAITING: 2, SAME: 1, OTHER_MODEL: 1 });
    expect((await sectionOf(a))?.document).toMatchObject({ volume: 30 });
    await reportStatus(a, 'APPLIED');
    await reportStatus(b, 'FAILED', 'BAD_PARAMS');
    expect(await progress(rollout.id)).toEqual({ A: 'APPLIED', B: 'FAILED', C: 'SAME', D: 'OTHER_MODEL' });
    const { targets } = await server.ok(detail, mallAdmin, { id: rollout.id });
    expect(targets.find(({ nickname }) => nickname === 'B')?.code).toBe('BAD_PARAMS');
    const [listed] = (await server.ok(list, mallAdmin, {})).list;
    expect(listed?.counts).toEqual({ APPLIED: 1, FAILED: 1, SAME: 1, OTHER_MODEL: 1 });
  });

  test('a start is refused without reported settings of the source, or without a target other than the source', async () => {
    const source = await aReporting({ volume: 30 });
    const unreported = await server.aDevice({ model: 'J30', nickname: 'Otter' });
    const foreign = await server.aDevice({ companyId: companyIds.other });
    const refused = async (from: object, targetIds: string[], who = mallAdmin) =>
      await server.send(start, who, { from, targetIds });
    expect(await refused({ deviceId: unreported.id }, [source.id])).toMatchObject({
      code: errors.settingsUnknown.code,
      msg: 'Otter has not reported its settings yet',
    });
    for (const targetIds of [[], [source.id], [foreign.id]])
      expect((await refused({ deviceId: source.id }, targetIds)).code).toBe(errors.invalid.code);
    expect((await refused({ deviceId: foreign.id }, [source.id])).code).toBe(errors.notFound.code);
    const plain = await server.aDevice({ model: 'PLAIN' });
    expect((await refused({ deviceId: plain.id }, [source.id])).code).toBe(errors.notSupported.code);
    expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  });
});

describe('a profile', () => {
  const night = { name: 'Night', companyId: companyIds.mall, model: 'J30' as const };
  const applyTo = async (profileId: string, ...targetIds: string[]) =>
    await server.ok(start, mallAdmin, { from: { profileId }, targetIds });
  type Drift = Output<(typeof profiles)['drift']>['list'];
  const drift = async (filter: object = {}): Promise<Drift> =>
    (await server.ok(profiles.drift, mallAdmin, filter)).list;

  test('a profile stores valid settings of its model without the PIN, under a unique name', async () => {
    const values = { volume: 20, maxSpeed: 0.4, screenLock: { enabled: true, pin: '1234' } };
    const created = await server.ok(profiles.create, mallAdmin, { ...night, values });
    expect(created).toMatchObject({
      values: { volume: 20, maxSpeed: 0.4 },
      devices: 0,
      drifted: 0,
      version: 1,
    });
    const again = await server.send(profiles.create, mallAdmin, { ...night, name: 'night', values });
    expect(again.code).toBe(errors.nameTaken.code);
    const wrong = { ...night, name: 'Wrong', values: { volume: 300, detergentRatio: 1 } };
    expect(await server.send(profiles.create, mallAdmin, wrong)).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { 'values.volume': expect.any(String), 'values.detergentRatio': expect.any(String) } },
    });
    const stale = { id: created.id, version: 0, values: { volume: 10 } };
    expect((await server.send(profiles.update, mallAdmin, stale)).code).toBe(errors.changedMeanwhile.code);
  });

  test('an applied profile is compared with its robots by key', async () => {
    const { id } = await server.ok(profiles.create, mallAdmin, {
      ...night,
      values: { volume: 20, maxSpeed: 0.4 },
    });
    const a = await aReporting({ volume: 60, maxSpeed: 0.7, waterLevel: 1 }, { nickname: 'A' });
    const b = await aReporting({ volume: 20, maxSpeed: 0.4 }, { nickname: 'B' });
    expect((await applyTo(id, a.id, b.id)).counts).toEqual({ WAITING: 1, SAME: 1 });
    expect((await sectionOf(a))?.document).toEqual({ volume: 20, maxSpeed: 0.4, waterLevel: 1 });
    expect(await drift({ drifted: true })).toEqual([]);
    await reportStatus(a, 'APPLIED');

    await applyEvent(a, {
      kind: 'pushed',
      baseVersion: 2,
      document: { volume: 80, maxSpeed: 0.4, waterLevel: 3 },
    });
    expect(await drift({ drifted: true })).toMatchObject([
      { id: a.id, profileName: 'Night', outdated: false, differing: [{ key: 'volume', wanted: 20, is: 80 }] },
    ]);
    expect(await drift({ drifted: false })).toMatchObject([{ id: b.id, differing: [] }]);
    expect(await server.ok(profiles.detail, mallAdmin, { id })).toMatchObject({ devices: 2, drifted: 1 });

    await applyTo(id, a.id);
    expect(await drift({ drifted: true })).toEqual([]);
    expect((await sectionOf(a))?.document).toMatchObject({ volume: 20, waterLevel: 3 });
  });

  test('changing or deleting a profile keeps the settings of its robots, and the drift list shows it', async () => {
    const { id } = await server.ok(profiles.create, mallAdmin, { ...night, values: { volume: 20 } });
    const a = await aReporting({ volume: 60 });
    await applyTo(id, a.id);
    await server.ok(profiles.update, mallAdmin, { id, version: 1, values: { volume: 10 } });
    expect(await drift()).toMatchObject([{ outdated: true, differing: [] }]);
    await server.ok(profiles.remove, mallAdmin, { id, version: 2 });
    expect(await drift()).toMatchObject([{ profileId: null, profileName: 'Night', differing: [] }]);
    expect((await sectionOf(a))?.document).toEqual({ volume: 20 });
  });

  test('the drift list of a group holds the robots of the group only', async () => {
    const profile = await server.aProfile();
    const group = await server.aGroup();
    const inside = await aReporting({ volume: 60 }, { groupId: group.id, nickname: 'In' });
    const outside = await aReporting({ volume: 60 }, { nickname: 'Out' });
    await applyTo(profile.id, inside.id, outside.id);
    expect((await drift({ groupId: group.id })).map(({ nickname }) => nickname)).toEqual(['In']);
  });
});

describe('a scheduled rollout', () => {
  const at = '2030-01-02T05:00:00.000Z';
  const due = () => startDueRollouts(server.db, server.bus, server.clock);
  const planned = async (dueAt = at) => {
    const { id: profileId } = await server.aProfile({ values: { volume: 10 } });
    const device = await aReporting({ volume: 60 }, { nickname: 'A' });
    const rollout = await server.ok(start, mallAdmin, {
      from: { profileId },
      targetIds: [device.id],
      at: dueAt,
    });
    return { device, rollout, profileId };
  };

  test('starts at its time, and once when several processes start due rollouts', async () => {
    const { device, rollout } = await planned();
    expect(rollout).toMatchObject({ state: 'SCHEDULED', dueAt: at, counts: { SCHEDULED: 1 } });
    await due();
    expect((await sectionOf(device))?.document).toEqual({ volume: 60 });
    server.clock.set(at);
    await Promise.all([due(), due(), due()]);
    expect(await sectionOf(device)).toMatchObject({
      version: 2,
      document: { volume: 10 },
      changedBy: 'mallAdmin',
    });
    expect(await server.ok(detail, mallAdmin, { id: rollout.id })).toMatchObject({
      rollout: { state: 'STARTED', startedAt: at, counts: { WAITING: 1 } },
    });
  });

  test('applies the values of its creation when the profile changed since', async () => {
    const { device, profileId } = await planned();
    await server.ok(profiles.update, mallAdmin, { id: profileId, version: 1, values: { volume: 90 } });
    server.clock.set('2030-01-02T05:30:00.000Z');
    await due();
    expect((await sectionOf(device))?.document).toEqual({ volume: 10 });
  });

  test('can be canceled before its time, and is refused after', async () => {
    const { device, rollout } = await planned();
    expect(await server.ok(cancel, mallAdmin, { id: rollout.id })).toMatchObject({
      state: 'CANCELED',
      canceledBy: 'mallAdmin',
      counts: { CANCELED: 1 },
    });
    server.clock.set('2030-01-02T05:30:00.000Z');
    await due();
    expect((await sectionOf(device))?.document).toEqual({ volume: 60 });
    const started = await planned('2030-01-02T06:00:00.000Z');
    server.clock.set('2030-01-02T06:00:00.000Z');
    await due();
    expect((await server.send(cancel, mallAdmin, { id: started.rollout.id })).code).toBe(
      errors.wrongState.code,
    );
  });

  test('is canceled when the account that planned it is disabled', async () => {
    const { device, rollout } = await planned();
    await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${mallAdmin.id}`);
    server.clock.set('2030-01-02T05:30:00.000Z');
    await due();
    expect((await sectionOf(device))?.document).toEqual({ volume: 60 });
    const { rollout: ended } = await server.ok(detail, people.superAdmin, { id: rollout.id });
    expect(ended).toMatchObject({ state: 'CANCELED', canceledBy: '' });
  });

  test('skips a robot that moved to a company outside the scope of its planner', async () => {
    const { device, rollout } = await planned();
    await server.asOwner(
      (sql) => sql`update devices set company_id = ${companyIds.other} where id = ${device.id}`,
    );
    server.clock.set('2030-01-02T05:30:00.000Z');
    await due();
    expect((await sectionOf(device))?.document).toEqual({ volume: 60 });
    const { targets } = await server.ok(detail, people.superAdmin, { id: rollout.id });
    expect(targets).toMatchObject([{ progress: 'GONE' }]);
  });

  test('is refused for a time in the past or more than a year ahead', async () => {
    const { device, profileId } = await planned();
    for (const wrong of ['2030-01-02T03:04:05.000Z', '2031-03-01T00:00:00.000Z']) {
      const input = { from: { profileId }, targetIds: [device.id], at: wrong };
      expect((await server.send(start, mallAdmin, input)).code).toBe(errors.invalid.code);
    }
  });
});

describe('the rules', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.boolean(),
    fc.record({ a: fc.integer({ max: 2, min: 0 }) }),
  );
  const document = fc.dictionary(fc.constantFrom('volume', 'maxSpeed', 'waterLevel', 'headlight'), value);

  test('applying the differences leaves no difference, and adds no other key', () => {
    fc.assert(
      fc.property(document, document, (current, profile) => {
        const after = Object.fromEntries(
          differencesOf(current, profile).map(({ key, after: next }) => [key, next]),
        );
        expect(driftOf(profile, { ...current, ...after })).toEqual([]);
        expect(Object.keys(after).every((key) => key in profile)).toBe(true);
      }),
    );
  });

  test('the progress is APPLIED when the robot reported a later version than the sent one', () => {
    const sent = { result: 'SENT', version: 4 };
    const now = (version: number, state: 'IN_SYNC' | 'SYNC_FAILED' | 'SYNCING', reportedVersion: number) =>
      progressOf(sent, { version, state, reportedVersion }, false);
    expect([
      now(4, 'SYNCING', 3),
      now(4, 'IN_SYNC', 4),
      now(4, 'SYNC_FAILED', 4),
      now(6, 'SYNC_FAILED', 5),
    ]).toEqual(['SYNCING', 'APPLIED', 'FAILED', 'APPLIED']);
  });
});
