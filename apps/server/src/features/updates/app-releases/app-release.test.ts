import {
  appCalls,
  appCheckCalls,
  appReleaseCalls,
  errors,
  fieldReasons,
  noTexts,
  packageMoves,
  releaseStates,
  type Sent,
} from '@sweepline/contract';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { anAppSigner } from '../../../test-kit/files/app-signers.ts';
import { upload } from '../../../test-kit/files/signed-packages.ts';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { apkEntries, signedZip, type ApkSample, type SampleSigner } from './apk/apk-samples.ts';
import { placeOf } from './app-offer.ts';
import { releaseApps } from './app-release-service.ts';

const { list, detail, add, update, changeWhitelist, check, publish, halt, unlist, remove, installs } =
  appReleaseCalls;
const { superAdmin, staff, agentAdmin } = people;
const server = ownTestServer();
const hourMs = 3_600_000;
const simulator = resolve(import.meta.dirname, '../../../../../robot-sim/src/main.ts');

let signer: SampleSigner;
let otherSigner: SampleSigner;
beforeAll(async () => {
  [signer, otherSigner] = [await anAppSigner(), await anAppSigner()];
});

const packageId = 'com.example.screen';
const anApp = () => server.anApp({ packageId });
const notes = { ...noTexts, en: 'Faster.', ge: 'Schneller.' };

interface Changes {
  apk?: Partial<ApkSample>;
  settings?: Partial<Sent<typeof add>>;
  by?: SampleSigner;
  content?: Buffer;
}
async function inputOf(appId: string, { apk = {}, settings = {}, by = signer, content }: Changes = {}) {
  const sample = { packageId, build: 10, version: '1.0.0', ...apk };
  const file = content ?? signedZip(apkEntries(sample), { v2: by });
  const fileId = await upload(server, file, { kind: 'APP_PACKAGE' });
  return { appId, fileId, notes, ...settings };
}
const draft = async (appId: string, changes: Changes = {}) =>
  server.ok(add, superAdmin, await inputOf(appId, changes));
async function published(appId: string, changes: Changes = {}) {
  const { id, revision } = await draft(appId, changes);
  await server.ok(check, staff, { id, revision, approved: true });
  return await server.ok(publish, superAdmin, { id });
}
const ask = (input: Partial<Sent<typeof appCheckCalls.check>> = {}, who?: typeof staff) =>
  server.ok(appCheckCalls.check, who, { packageId, build: 1, lang: 'ge', install: 'install-1', ...input });
const offered = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).release?.version ?? null;

describe('upload', () => {
  test('an apk becomes a draft with what it says about itself, and its bytes stay as they are', async () => {
    const { id: appId } = await anApp();
    const content = signedZip(apkEntries({ packageId, build: 10, version: '1.0.0', label: 'Screen' }), {
      v2: signer,
    });
    const row = await draft(appId, { content });
    expect(row).toMatchObject({
      state: 'DRAFT',
      version: '1.0.0',
      build: 10,
      bytes: content.length,
      percent: 0,
      labels: [{ lang: '', label: 'Screen' }],
      uploadedBy: 'Nick superAdmin',
    });
    expect(row.certificates).toHaveLength(1);
    expect((await server.ok(list, staff, { appId })).list.map(({ id }) => id)).toEqual([row.id]);
  });

  test.each([
    ['another app', { apk: { packageId: 'com.example.other' } }, 'fileId', 'APK_OTHER_APP'],
    ['a part of an app', { apk: { split: 'config.de' } }, 'fileId', 'APK_SPLIT'],
    [
      'stages that do not rise',
      { settings: { stages: [{ percent: 50, hours: 1 }] } },
      'stages',
      'STAGES_DO_NOT_RISE',
    ],
    ['a least build above it', { settings: { leastBuild: 11 } }, 'leastBuild', 'LEAST_BUILD_ABOVE'],
  ] as const)('%s is refused at its field', async (_what, changes, field, code) => {
    const { id: appId } = await anApp();
    const refused = await server.send(add, superAdmin, await inputOf(appId, changes as Changes));
    expect(refused).toMatchObject({ code: errors.invalid.code, data: { reasons: { [field]: { code } } } });
  });

  test('an apk without a signature and a file that is none are refused', async () => {
    const { id: appId } = await anApp();
    const unsigned = signedZip(apkEntries({ packageId, build: 1, version: '1' }), {});
    const refused = await server.send(add, superAdmin, await inputOf(appId, { content: unsigned }));
    expect(refused.data).toMatchObject({ reasons: { fileId: { code: 'APK_UNSIGNED' } } });
    const other = await server.send(add, superAdmin, await inputOf(appId, { content: Buffer.alloc(64) }));
    expect(other.code).toBe(errors.fileFormat.code);
  });

  test('a build that is not above the last one and another certificate are refused with the last version', async () => {
    const { id: appId } = await anApp();
    await draft(appId);
    const same = await server.send(add, superAdmin, await inputOf(appId));
    expect([same.code, same.msg]).toEqual([errors.appBuildNotAbove.code, expect.stringContaining('10')]);
    const changes = { apk: { build: 11 }, by: otherSigner };
    const foreign = await server.send(add, superAdmin, await inputOf(appId, changes));
    expect([foreign.code, foreign.msg]).toEqual([
      errors.appCertificateDiffers.code,
      expect.stringContaining('1.0.0'),
    ]);
  });

  test('an upload of another account is missing, and companies below write nothing', async () => {
    const { id: appId } = await anApp();
    const input = await inputOf(appId);
    expect((await server.send(add, staff, input)).data).toMatchObject({
      reasons: { fileId: { code: 'UPGRADE_FILE_MISSING' } },
    });
    expect((await server.send(add, agentAdmin, input)).code).toBe(errors.forbidden.code);
  });

  test('an app of Apple has no versions here', async () => {
    const { id: appId } = await server.anApp({ packageId, platform: 'IOS' });
    const refused = await server.send(add, superAdmin, await inputOf(appId));
    expect(refused.data).toMatchObject({ reasons: { appId: { code: 'APP_OF_APPLE' } } });
  });
});

describe('states', () => {
  test('a draft is approved by a second person, and not without notes', async () => {
    const { id: appId } = await anApp();
    const { id, revision } = await draft(appId, { settings: { notes: noTexts } });
    const approve = { id, revision, approved: true };
    expect((await server.send(check, superAdmin, approve)).code).toBe(errors.ownApproval.code);
    expect((await server.send(check, staff, approve)).data).toMatchObject({
      reasons: { notes: { code: 'APP_NOTES_MISSING' } },
    });
    const changed = await server.ok(update, superAdmin, { id, revision, notes });
    await server.ok(check, staff, { id, revision: changed.revision, approved: true });
    expect((await server.ok(detail, staff, { id })).state).toBe('PENDING_RELEASE');
  });

  test('an act that is not in the table is refused with the present state', async () => {
    for (const state of releaseStates.filter((each) => packageMoves[each].PUBLISH === undefined)) {
      const { id } = await server.anAppRelease({ state });
      const refused = await server.send(publish, staff, { id });
      expect(refused.code, state).toBe(errors.appReleaseState.code);
      expect(refused.msg, state).toContain(fieldReasons[`RELEASE_${state}`].en);
    }
    const { id } = await server.anAppRelease();
    expect((await server.send(remove, staff, { id })).code).toBe(errors.appReleaseState.code);
    await server.ok(halt, staff, { id });
    expect((await server.send(halt, staff, { id })).msg).toContain(fieldReasons.RELEASE_HALTED.en);
  });

  test('a version waits for its time, and expires at its end', async () => {
    const { id: appId } = await anApp();
    const now = server.clock().getTime();
    const at = new Date(now + hourMs).toISOString();
    const expiresAt = new Date(now + 3 * hourMs).toISOString();
    const { id, revision } = await draft(appId, { settings: { expiresAt } });
    await server.ok(check, staff, { id, revision, approved: true });
    await server.ok(publish, superAdmin, { id, at });
    const states = [];
    for (const hours of [0, 2, 2]) {
      server.clock.advance(hours * hourMs);
      await releaseApps(server.db, server.clock);
      states.push((await server.ok(detail, staff, { id })).state);
    }
    expect(states).toEqual(['PENDING_RELEASE', 'PUBLISHED', 'EXPIRED']);
  });

  test('a version of an app that is not published waits', async () => {
    const { id: appId } = await server.anApp({ packageId, state: 'UNLISTED' });
    const { id, revision } = await draft(appId);
    await server.ok(check, staff, { id, revision, approved: true });
    expect((await server.send(publish, superAdmin, { id })).data).toMatchObject({
      reasons: { id: { code: 'APP_NOT_PUBLISHED' } },
    });
  });
});

describe('check of an install', () => {
  test('the newest version for an install is answered with an address that downloads its bytes', async () => {
    const { id: appId } = await anApp();
    await published(appId);
    const row = await published(appId, { apk: { build: 12, version: '1.2.0' } });
    const { release } = await ask();
    expect(release).toMatchObject({ version: '1.2.0', build: 12, forced: false, notes: 'Schneller.' });
    const answer = await server.app.inject({ url: release!.url });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, row.bytes]);
    expect(await offered({ build: 12 })).toBeNull();
    server.clock.advance(11 * 60_000);
    expect((await server.app.inject({ url: release!.url })).json()).toMatchObject({
      code: errors.notFound.code,
    });
  });

  test('an address ends when its version is halted', async () => {
    const { id: appId } = await anApp();
    const { id } = await published(appId);
    const { release } = await ask();
    await server.ok(halt, staff, { id });
    expect(await offered()).toBeNull();
    expect((await server.app.inject({ url: release!.url })).json()).toMatchObject({
      code: errors.notFound.code,
    });
    await server.ok(publish, staff, { id });
    expect(await offered()).toBe('1.0.0');
    await server.ok(unlist, staff, { id });
    expect(await offered()).toBeNull();
  });

  test('a stage takes its share of installs, the next one more, and a halt stops the clock', async () => {
    const { id: appId } = await anApp();
    const stages = [
      { percent: 10, hours: 2 },
      { percent: 100, hours: 0 },
    ];
    const { id } = await published(appId, { settings: { stages } });
    const installIds = Array.from({ length: 60 }, (_, n) => `phone-${n}`);
    const first = installIds.find((install) => placeOf(install, id) < 10) ?? '';
    const last = installIds.find((install) => placeOf(install, id) >= 10) ?? '';
    const both = async () => [await offered({ install: first }), await offered({ install: last })];
    expect(await both()).toEqual(['1.0.0', null]);
    await server.ok(halt, staff, { id });
    server.clock.advance(3 * hourMs);
    await server.ok(publish, staff, { id });
    expect(await both()).toEqual(['1.0.0', null]);
    expect((await server.ok(detail, staff, { id })).percent).toBe(10);
    server.clock.advance(3 * hourMs);
    expect(await both()).toEqual(['1.0.0', '1.0.0']);
  });

  test('named installs are first, and alone in the scope WHITELIST', async () => {
    const { id: appId } = await anApp();
    const whitelist = ['robot-1'];
    await published(appId, { settings: { releaseScope: 'WHITELIST', whitelist } });
    expect(await offered({ install: 'robot-1' })).toBe('1.0.0');
    expect(await offered({ install: 'robot-2' })).toBeNull();
  });

  test('installs are named while a version is published, and its last named one stays', async () => {
    const { id: appId } = await anApp();
    const settings = { releaseScope: 'WHITELIST' as const, whitelist: ['robot-1'] };
    const { id, revision } = await published(appId, { settings });
    const both = await server.ok(changeWhitelist, staff, { id, revision, whitelist: ['robot-1', 'robot-2'] });
    expect(await offered({ install: 'robot-2' })).toBe('1.0.0');
    const none = await server.send(changeWhitelist, staff, { id, revision: both.revision, whitelist: [] });
    expect(none.data).toMatchObject({ reasons: { whitelist: { code: 'WHITELIST_MISSING' } } });
    const stale = await server.send(changeWhitelist, staff, { id, revision, whitelist: ['robot-3'] });
    expect(stale.code).toBe(errors.changedMeanwhile.code);
  });

  test('an install below the least supported build has to take it', async () => {
    const { id: appId } = await anApp();
    await published(appId, { settings: { leastBuild: 5 } });
    expect((await ask({ build: 4 })).release?.forced).toBe(true);
    expect((await ask({ build: 5 })).release?.forced).toBe(false);
  });

  test('an app for named companies is found by their accounts only, and an unknown one by none', async () => {
    const { id: appId } = await server.anApp({ packageId, companyIds: [people.mallAdmin.companyId] });
    await published(appId);
    expect(await offered()).toBeNull();
    expect(await offered({}, people.mallAdmin)).toBe('1.0.0');
    expect(await offered({}, people.otherAdmin)).toBeNull();
    expect(await offered({ packageId: 'com.example.none' })).toBeNull();
  });

  test('installs are counted once each, and named with what they said last', async () => {
    const { id: appId } = await anApp();
    await published(appId);
    await ask({ build: 3 });
    await ask({ build: 10, lang: 'ja' });
    await ask({ install: 'install-2' });
    const { list: rows } = await server.ok(installs, staff, { appId });
    expect(rows.map(({ install, build, lang }) => [install, build, lang]).toSorted()).toEqual([
      ['install-1', 10, 'ja'],
      ['install-2', 1, 'ge'],
    ]);
    expect((await server.ok(appCalls.detail, staff, { id: appId })).installs).toBe(2);
    expect((await server.ok(list, staff, { appId })).list[0]?.installs).toBe(1);
  });

  test('a simulated phone goes from one build to the newest that is for it', async () => {
    const { id: appId } = await anApp();
    await published(appId);
    await published(appId, { apk: { build: 12, version: '1.2.0' } });
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const args = ['--http', address, '--app', packageId, '--build', '3', '--lang', 'ge'];
    const { stdout } = await promisify(execFile)(process.execPath, [simulator, 'phone', ...args]);
    expect(stdout.trim().split('\n')).toEqual([
      '1.2.0, build 12: Schneller.',
      'installed build 12',
      'build 12 is the newest for phone-1',
    ]);
    const { list: rows } = await server.ok(installs, staff, { appId });
    expect(rows.map(({ install, build }) => [install, build])).toEqual([['phone-1', 12]]);
  });

  test('one address is slowed', async () => {
    await anApp();
    const input = { packageId, build: 1, lang: 'en', install: 'x-1234' } as const;
    const codes = new Set<number>();
    for (let n = 0; n < 301; n++) codes.add((await server.send(appCheckCalls.check, undefined, input)).code);
    expect([...codes]).toEqual([200, errors.tooMany.code]);
  });
});
