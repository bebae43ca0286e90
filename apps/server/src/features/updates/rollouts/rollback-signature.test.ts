import { generateKeyPairSync, sign } from 'node:crypto';
import { fieldReasons, otaTaskCalls } from '@sweepline/contract';
import { canonicalOtaForce, type OtaManifest } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { rolloutFleet } from '../../../test-kit/files/rollout-fleet.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { readOtaKeys, releaseKeysOf } from '../packages/package-signature-service.ts';

const { add, preview } = otaTaskCalls;
const { superAdmin } = people;
const pairs = { release: generateKeyPairSync('ed25519'), second: generateKeyPairSync('ed25519') };
const publicKeys = Object.entries(pairs).map(([name, { publicKey }]) => {
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
  return `${name}:${raw.toString('base64')}`;
});
const server = ownTestServer({ releaseKeys: releaseKeysOf(readOtaKeys(publicKeys.join(','))) });

/** The signature that allows a version below the minimum. */
const forceSignature = (manifest: OtaManifest, keyId: keyof typeof pairs) => {
  const text = Buffer.from(canonicalOtaForce(manifest));
  return { keyId, signature: sign(null, text, pairs[keyId].privateKey).toString('base64') };
};

test('the way back below the minimum of the installed version needs a second signature by another trusted key', async () => {
  const fleet = rolloutFleet(server);
  const robot = await fleet.aRobot('1.0.0');
  const before = await server.aPackage({ version: '1.0.0', keyId: 'release' });
  const newer = await server.aPackage({ version: '2.0.0', minVersion: '2.0.0', keyId: 'release' });
  const task = await fleet.started(fleet.aPlan(newer.id));
  await fleet.tick();
  await fleet.installs(robot, '2.0.0');
  await fleet.tick();

  const back = fleet.aPlan(before.id, { rollbackOf: task.id });
  const verdictsOf = async (plan: typeof back) => (await server.ok(preview, superAdmin, plan)).verdicts;
  expect(await verdictsOf(back)).toEqual({ BELOW_MINIMUM: 1 });
  expect((await server.send(add, superAdmin, { plan: back })).code).toBe(422);
  const refusalOf = async (signature: { keyId: string; signature: string }) =>
    (await server.send(preview, superAdmin, { ...back, forceSignature: signature })).data as unknown;
  const wrong = { fields: { forceSignature: fieldReasons.SIGNATURE_WRONG.en } };
  // The key of the package, a signature over another package, and a key that is not trusted.
  expect(await refusalOf(forceSignature(before, 'release'))).toMatchObject(wrong);
  expect(await refusalOf(forceSignature(newer, 'second'))).toMatchObject(wrong);
  const stranger = { ...forceSignature(before, 'second'), keyId: 'stranger' };
  expect(await refusalOf(stranger)).toMatchObject({ fields: { forceSignature: expect.any(String) } });

  const signed = { ...back, forceSignature: forceSignature(before, 'second') };
  expect(await verdictsOf(signed)).toEqual({ UPDATES: 1 });
  await fleet.started(signed);
  await fleet.tick();
  const { forceSignature: second } = signed;
  expect(fleet.sent.at(-1)?.params).toMatchObject({ force: true, forceSignature: second });
});
