import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shellKeys } from '../../entities/remote/shell-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { createVault } from '../../platform/files/vault.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createShellSecrets, rotateShellKeys } from './shell-secrets.ts';

const dayMs = 86_400_000;
const vault = createVault(Buffer.alloc(32, 1));
let database: TestDatabase;
let nowMs = Date.parse('2031-01-01T00:00:00Z');
const now = () => new Date(nowMs);
/** A server of the installation. */
const aServer = () => createShellSecrets(database.db, vault, now);
/** As an operator does, beside the servers. */
const rotate = (isUrgent = false) => rotateShellKeys({ db: database.db, vault, now }, { isUrgent });

beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.close());
beforeEach(() => inScope(database.db, '*', (tx) => tx.delete(shellKeys)));

const signatureBytes = 64;
/** The signature as SSH writes it: the length of all, the type with its length, and the length of the bytes. */
const signatureHeadBytes = 4 + 4 + 'ssh-ed25519'.length + 4;

/** Whether a robot that trusts these keys accepts a certificate that this server signs. */
async function accepts(keys: readonly string[], server: ReturnType<typeof aServer>) {
  const raw = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const terms = { keyId: 'k', serial: 1n, principal: 'diag', publicKey: raw, nowMs };
  const certificate = (await server.certify())(terms);
  const body = certificate.subarray(0, -signatureHeadBytes - signatureBytes);
  return keys.some((line) => {
    const x = Buffer.from(line.split(' ')[1] ?? '', 'base64')
      .subarray(-32)
      .toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, body, key, certificate.subarray(-signatureBytes));
  });
}

test('a robot with the keys from before a rotation accepts every server after it, and no longer after the second', async () => {
  const [first, second] = [aServer(), aServer()];
  const before = await first.publicKeys();
  expect(await accepts(before, first)).toBe(true);
  nowMs += dayMs;
  const after = await rotate();
  expect(after).toEqual([before[1], expect.stringMatching(/^ssh-ed25519 /)]);
  for (const server of [first, second]) {
    expect(await server.publicKeys()).toEqual(after);
    expect(await accepts(before, server)).toBe(true);
    expect(await accepts([before[0]!], server)).toBe(false);
  }
  nowMs += dayMs;
  const last = await rotate();
  expect(last).toEqual([after[1], expect.not.stringContaining(before[1]!)]);
  for (const server of [first, second]) {
    expect(await server.publicKeys()).toEqual(last);
    expect(await accepts(before, server)).toBe(false);
    expect(await accepts(after, server)).toBe(true);
  }
});

test('a rotation within a day after the last is refused unless it is urgent', async () => {
  const before = await aServer().publicKeys();
  nowMs += dayMs - 1;
  await expect(rotate()).rejects.toThrow('Robots have a day to read it');
  expect(await aServer().publicKeys()).toEqual(before);
  expect((await rotate(true))[0]).toBe(before[1]);
});

test('of two rotations at the same moment one is refused, and no announced key is left out', async () => {
  const before = await aServer().publicKeys();
  nowMs += dayMs;
  const results = await Promise.allSettled([rotate(), rotate()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await aServer().publicKeys())[0]).toBe(before[1]);
});

test('keys are not rotated with the key of another installation, nor before there are any', async () => {
  await expect(rotate(true)).rejects.toThrow('There are no keys yet');
  const before = await aServer().publicKeys();
  const needs = { db: database.db, vault: createVault(Buffer.alloc(32, 2)), now };
  await expect(rotateShellKeys(needs, { isUrgent: true })).rejects.toThrow('INSTALLATION_KEY');
  expect(await aServer().publicKeys()).toEqual(before);
});
