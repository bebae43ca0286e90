import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { canonicalOtaManifest, type OtaManifest } from '@sweepline/contract/robot';
import { inScope } from '../../platform/db/db.ts';
import { storeFile } from '../../platform/files/files.ts';
import type { startServer } from '../index.ts';
import { people } from '../people.ts';
import { readOtaKeys, releaseKeysOf } from '../../features/updates/packages/package-signature-service.ts';

/** A key that the test servers trust under the name `release`, and one that they do not know. */
const pair = generateKeyPairSync('ed25519');
const raw = Buffer.from(String(pair.publicKey.export({ format: 'jwk' }).x), 'base64url');
export const otaKeys = readOtaKeys(`release:${raw.toString('base64')}`);
export const releaseKeys = releaseKeysOf(otaKeys);

export const manifestOf = (content: Buffer, changes: Partial<OtaManifest> = {}): OtaManifest => ({
  models: ['J30'],
  pkgType: 'ROBOT',
  version: '1.0.0',
  minVersion: null,
  fromVersions: [],
  needs: [],
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  keyId: 'release',
  ...changes,
});

export const signed = (manifest: OtaManifest) => ({
  manifest,
  signature: sign(null, Buffer.from(canonicalOtaManifest(manifest)), pair.privateKey).toString('base64'),
});

/** Stores a file as a finished upload does. */
export const upload = (
  { db, files, clock }: Pick<Awaited<ReturnType<typeof startServer>>, 'db' | 'files' | 'clock'>,
  content: Buffer,
  { kind = 'OTA_PACKAGE', who = people.superAdmin } = {},
): Promise<string> =>
  inScope(db, '*', async (tx) => {
    const { companyId, id: uploadedById } = who;
    const file = { kind, name: 'photo.png', mediaType: 'image/png', content };
    return (await storeFile(tx, files, clock, { ...file, companyId, uploadedById })).id;
  });
