import { errors, otaPackageCalls, type Sent } from '@sweepline/contract';
import type { OtaManifest } from '@sweepline/contract/robot';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { releasePackages } from './package-release-service.ts';
import { tarGzOf, zipOf } from './archive-samples.ts';
import { manifestOf, releaseKeys, signed, upload } from '../../../test-kit/files/signed-packages.ts';

const { list, detail, add, update, check, publish, unlist, remove } = otaPackageCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin } = people;
const server = ownTestServer({ releaseKeys });
const tarGz = () => tarGzOf([{ name: 'robot.img', content: randomBytes(600) }]);

type Changes = { manifest?: Partial<OtaManifest>; settings?: Partial<Sent<typeof add>>; content?: Buffer };
async function inputOf({ manifest = {}, settings = {}, content = tarGz() }: Changes = {}) {
  const full = manifestOf(content, manifest);
  const fileId = await upload(server, content);
  return { name: 'Robot 1', pkgType: full.pkgType, fileId, signed: signed(full), ...settings };
}
const draft = async (changes: Changes = {}) => server.ok(add, superAdmin, await inputOf(changes));
const approved = async (changes: Changes = {}) => {
  const { id, revision } = await draft(changes);
  return await server.ok(check, staff, { id, revision, approved: true });
};
const published = async (changes: Changes = {}) =>
  server.ok(publish, superAdmin, { id: (await approved(changes)).id });
const reasonOf = async (changes: Changes) => {
  const { data } = await server.send(add, superAdmin, await inputOf(changes));
  return Object.entries((data as unknown as { reasons: Record<string, { code: string }> }).reasons).map(
    ([field, { code }]) => `${field}: ${code}`,
  );
};

describe('upload', () => {
  test('a signed archive becomes a draft, whatever its name says', async () => {
    const row = await draft({ settings: { forced: true, remarks: 'night build' } });
    expect(row).toMatchObject({
      state: 'DRAFT',
      version: '1.0.0',
      format: 'tar.gz',
      models: ['J30'],
      pkgType: 'ROBOT',
      forced: true,
      remarks: 'night build',
      uploadedBy: 'Nick superAdmin',
      isOwn: true,
      whitelistCount: 0,
    });
    expect(await server.ok(detail, staff, { id: row.id })).toMatchObject({ id: row.id, keyId: 'release' });
    expect((await server.ok(list, staff, { keyword: 'robot', model: 'J30' })).total).toBe(1);
    expect((await server.ok(list, staff, { state: ['PUBLISHED'] })).total).toBe(0);
  });

  test('each model and type has its format', async () => {
    const zip = await zipOf([{ name: 'robot.img_', content: randomBytes(600) }]);
    const refused = ['fileId: FILE_FORMAT_NOT_SUPPORTED'];
    expect(await reasonOf({ content: zip })).toEqual(refused);
    expect(await reasonOf({ content: zip, manifest: { pkgType: 'WHOLE' } })).toEqual(refused);
    expect(await reasonOf({ manifest: { models: ['J40'] } })).toEqual(refused);
    expect(await reasonOf({ content: zip, manifest: { pkgType: 'HMI' } })).toEqual(refused);
    const mixed = { content: zip, manifest: { models: ['J30', 'J40'] } };
    expect(await reasonOf(mixed)).toEqual(['signed: MODELS_DIFFER_IN_FORMAT']);
    expect(await reasonOf({ manifest: { models: ['J99'] } })).toEqual(['signed: NO_SUCH_MODEL']);
    const both = await draft({ content: zip, manifest: { models: ['J40', 'J20'], pkgType: 'WHOLE' } });
    expect(both).toMatchObject({ format: 'zip', models: ['J20', 'J40'] });
  });

  test('the signature covers every field, the file and a trusted key', async () => {
    const content = tarGz();
    const good = signed(manifestOf(content));
    const other = (manifest: Partial<OtaManifest>) => ({
      ...good,
      manifest: { ...good.manifest, ...manifest },
    });
    const asSigned = (it: typeof good) => reasonOf({ content, settings: { signed: it } });
    expect(await asSigned(other({ version: '2.0.0' }))).toEqual(['signed: SIGNATURE_WRONG']);
    expect(await asSigned(other({ minVersion: '0.1' }))).toEqual(['signed: SIGNATURE_WRONG']);
    expect(await asSigned(other({ keyId: 'stolen' }))).toEqual(['signed: SIGNING_KEY_UNKNOWN']);
    expect(await asSigned(signed(manifestOf(tarGz())))).toEqual(['signed: FILE_NOT_SIGNED']);
    expect(await reasonOf({ content, settings: { pkgType: 'HMI' } })).toEqual(['pkgType: TYPE_NOT_SIGNED']);
  });

  test('only an own upload of this purpose is a package', async () => {
    const content = tarGz();
    const missing = ['fileId: UPGRADE_FILE_MISSING'];
    const files = [
      server.newId(),
      await upload(server, content, { kind: 'FILE' }),
      await upload(server, content, { who: staff }),
    ];
    for (const fileId of files) expect(await reasonOf({ content, settings: { fileId } })).toEqual(missing);
  });

  test('a version is there once for a type and model, in whichever way it is written', async () => {
    await draft({ manifest: { version: '1.2' } });
    const twice = ['signed: PACKAGE_VERSION_TAKEN'];
    expect(await reasonOf({ manifest: { version: '1.2.0' } })).toEqual(twice);
    const zip = await zipOf([{ name: 'robot.img_', content: randomBytes(600) }]);
    expect(await draft({ content: zip, manifest: { version: '1.2', models: ['J20'] } })).toBeTruthy();
    const inputs = await Promise.all([1, 2, 3].map(() => inputOf({ manifest: { version: '7' } })));
    const codes = (await Promise.all(inputs.map((it) => server.send(add, superAdmin, it)))).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, errors.invalid.code, errors.invalid.code]);
  });

  test('no version below the minimum of a released package is taken', async () => {
    await published({ manifest: { version: '2.0.0', minVersion: '1.5' } });
    expect(await reasonOf({ manifest: { version: '1.4.9' } })).toEqual(['signed: VERSION_BELOW_MINIMUM']);
    expect((await draft({ manifest: { version: '1.5.0' } })).state).toBe('DRAFT');
  });

  test('an unsafe archive is refused by the call, and no row is left', async () => {
    expect(await reasonOf({ content: tarGzOf([{ name: '../x' }]) })).toEqual(['fileId: ARCHIVE_UNSAFE']);
    const twice = tarGzOf([{ name: 'a' }, { name: 'a' }]);
    expect(await reasonOf({ content: twice })).toEqual(['fileId: ARCHIVE_AMBIGUOUS']);
    const bomb = tarGzOf([{ name: 'zeros', content: Buffer.alloc(3_000_000) }]);
    expect(await reasonOf({ content: bomb })).toEqual(['fileId: ARCHIVE_TOO_LARGE']);
    expect(await reasonOf({ content: tarGz().subarray(0, -5) })).toEqual([
      'fileId: FILE_FORMAT_NOT_SUPPORTED',
    ]);
    expect((await server.ok(list, superAdmin, {})).total).toBe(0);
  });
});

describe('release', () => {
  test('draft, approved, published, unlisted, published again', async () => {
    const { id } = await approved();
    expect(await server.ok(detail, superAdmin, { id })).toMatchObject({
      state: 'PENDING_RELEASE',
      checkedBy: 'Nick staff',
      releasedAt: null,
    });
    const first = await server.ok(publish, superAdmin, { id });
    expect(first).toMatchObject({ state: 'PUBLISHED', releasedAt: server.clock().toISOString() });
    expect((await server.ok(unlist, superAdmin, { id })).state).toBe('UNLISTED');
    expect((await server.ok(publish, superAdmin, { id })).state).toBe('PUBLISHED');
  });

  test('a refused draft has its reasons until it is changed', async () => {
    const { id, revision, name } = await draft();
    const withoutReasons = await server.send(check, staff, { id, revision, approved: false });
    expect(withoutReasons.data).toMatchObject({ reasons: { reasons: { code: 'REASON_MISSING' } } });
    const refused = await server.ok(check, staff, {
      id,
      revision,
      approved: false,
      reasons: 'no notes',
    });
    expect(refused).toMatchObject({ state: 'UNPUBLISHABLE', reasons: 'no notes' });
    const changed = await server.ok(update, superAdmin, { id, revision: refused.revision, name });
    expect(changed).toMatchObject({ state: 'DRAFT', reasons: '', checkedBy: null });
  });

  test('each impossible move is refused with the present state', async () => {
    const { id, revision } = await draft();
    const refusal = async (state: string, ...sent: Parameters<typeof server.send>) => {
      const { code, msg } = await server.send(...sent);
      expect([code, msg]).toEqual([
        errors.packageState.code,
        errors.packageState.texts.en.replace('{state}', state),
      ]);
    };
    await refusal('draft', publish, superAdmin, { id });
    await refusal('draft', unlist, superAdmin, { id });
    const ready = await server.ok(check, staff, { id, revision, approved: true });
    await refusal('approved', check, superAdmin, { id, revision: ready.revision, approved: true });
    const { revision: now } = await server.ok(publish, superAdmin, { id });
    await refusal('published', update, superAdmin, { id, revision: now, name: 'x' });
    await refusal('published', publish, superAdmin, { id });
    await refusal('published', remove, superAdmin, { id });
    await server.ok(unlist, superAdmin, { id });
    await refusal('unlisted', remove, superAdmin, { id });
    const at = new Date(server.clock().getTime() + 60_000).toISOString();
    await refusal('unlisted', publish, superAdmin, { id, at });
  });

  test('an approved package is published at its time, and expires at its end', async () => {
    const after = (minutes: number) => new Date(server.clock().getTime() + minutes * 60_000).toISOString();
    const { id } = await approved({ settings: { expiresAt: after(20) } });
    const early = await server.send(publish, superAdmin, { id, at: after(-1) });
    expect(early.data).toMatchObject({ reasons: { at: { code: 'RELEASE_IN_PAST' } } });
    const late = await server.send(publish, superAdmin, { id, at: after(20) });
    expect(late.data).toMatchObject({ reasons: { at: { code: 'EXPIRES_BEFORE_RELEASE' } } });
    const at = after(10);
    expect(await server.ok(publish, superAdmin, { id, at })).toMatchObject({
      state: 'PENDING_RELEASE',
      releaseAt: at,
    });
    const stateAfter = async (minutes: number) => {
      server.clock.advance(minutes * 60_000);
      await releasePackages(server.db, server.clock);
      return (await server.ok(detail, superAdmin, { id })).state;
    };
    expect(await stateAfter(9)).toBe('PENDING_RELEASE');
    expect(await stateAfter(1)).toBe('PUBLISHED');
    expect(await stateAfter(9)).toBe('PUBLISHED');
    expect(await stateAfter(1)).toBe('EXPIRED');
  });

  test('a draft is deleted, and a save on an old revision is refused', async () => {
    const { id, revision } = await draft();
    await server.ok(update, superAdmin, { id, revision, name: 'Other' });
    const late = await server.send(update, superAdmin, { id, revision, name: 'Late' });
    expect(late.code).toBe(errors.changedMeanwhile.code);
    expect((await server.send(check, staff, { id, revision, approved: true })).code).toBe(late.code);
    await server.ok(remove, superAdmin, { id });
    expect((await server.send(detail, superAdmin, { id })).code).toBe(errors.notFound.code);
  });
});

describe('other companies', () => {
  test('read published packages for their models, without names, and never drafts or whitelisted ones', async () => {
    await server.aDevice();
    await draft({ manifest: { version: '3' } });
    await approved({ manifest: { version: '4' } });
    const { id } = await published({ settings: { remarks: 'internal' } });
    const zip = await zipOf([{ name: 'robot.img_', content: randomBytes(600) }]);
    await published({ content: zip, manifest: { models: ['J40'] } });
    await server.aPackage({ releaseScope: 'WHITELIST' });
    for (const who of [mallAdmin, agentAdmin]) {
      const seen = await server.ok(list, who, {});
      expect(seen).toMatchObject({
        total: 1,
        list: [{ id, isOwn: false, uploadedBy: null, whitelistCount: null }],
      });
      expect(await server.ok(detail, who, { id })).toMatchObject({ remarks: '', checkedAt: null });
    }
    // It has no robot of these models.
    expect((await server.ok(list, otherAdmin, {})).total).toBe(0);
    expect((await server.send(detail, otherAdmin, { id })).code).toBe(errors.notFound.code);
    await server.ok(unlist, superAdmin, { id });
    expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  });

  test('change nothing', async () => {
    const { id, revision } = await published();
    const sent = [
      [update, { id, revision, name: 'x' }],
      [check, { id, revision, approved: true }],
      [publish, { id }],
      [unlist, { id }],
      [remove, { id }],
    ] as const;
    const other = await inputOf({ manifest: { version: '9' } });
    for (const who of [mallAdmin, agentAdmin]) {
      for (const [call, input] of sent)
        expect((await server.send(call, who, input)).code, call.path).toBe(errors.notFound.code);
      expect((await server.send(add, who, other)).code).toBe(errors.forbidden.code);
    }
  });
});

test('a package says how robots come to it', async () => {
  await published({ manifest: { version: '1' } });
  await published({ manifest: { version: '2' } });
  const { ways } = await draft({ manifest: { version: '3', fromVersions: ['2'] } });
  expect(ways).toEqual([
    { from: '2', versions: ['3'] },
    { from: '1', versions: ['2', '3'] },
  ]);
  const alone = await draft({ manifest: { version: '5', fromVersions: ['4'] } });
  expect(alone.ways).toContainEqual({ from: '1', versions: null });
});

test('versions are sorted by their numbers', async () => {
  for (const version of ['1.9', '1.10', '1.2-rc1']) await server.aPackage({ version });
  const { list: rows } = await server.ok(list, superAdmin, { sort: '-version' });
  expect(rows.map(({ version }) => version)).toEqual(['1.10', '1.9', '1.2-rc1']);
});

test('no call of this file caused an internal error', () => {
  expect(server.faults).toEqual([]);
});
