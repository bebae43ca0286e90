import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import {
  canonicalOtaForce,
  canonicalOtaManifest,
  otaKey,
  type OtaKey,
  type OtaManifest,
  type SignedOtaManifest,
} from '@sweepline/contract/robot';
import { wrongField } from '../../../platform/calls/ctx.ts';
import { StartupError } from '../../../platform/embedded/startup-error.ts';

/** The public keys that an installation trusts, by key id. Several at a time make the replacement of a key possible. */
export type ReleaseKeys = ReadonlyMap<string, KeyObject>;

/** Reads `OTA_KEYS`, `release-2026:<base64>,release-2027:<base64>`: the public keys that the server and robots trust for packages. */
export function readOtaKeys(text = ''): OtaKey[] {
  const items = text.split(',').filter((item) => item.trim() !== '');
  const keys = items.map((item) => {
    const [keyId, publicKey] = item.trim().split(':');
    return otaKey.safeParse({ keyId, publicKey }).data;
  });
  const names = new Set(keys.map((key) => key?.keyId));
  if (names.has(undefined) || names.size < keys.length)
    throw new StartupError(
      'OTA_KEYS lists each key once as name:key, an Ed25519 public key of 32 bytes in base64',
    );
  return keys.filter((key) => key !== undefined);
}

export const releaseKeysOf = (keys: readonly OtaKey[]): ReleaseKeys =>
  new Map(
    keys.map(({ keyId, publicKey }) => {
      const x = Buffer.from(publicKey, 'base64').toString('base64url');
      return [keyId, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })];
    }),
  );

/** Refuses a manifest that no trusted key signed. */
export function checkSignature(keys: ReleaseKeys, { manifest, signature }: SignedOtaManifest): void {
  const key = keys.get(manifest.keyId);
  if (!key) throw wrongField('signed', 'SIGNING_KEY_UNKNOWN', { key: manifest.keyId });
  const signed = Buffer.from(canonicalOtaManifest(manifest));
  if (!verify(null, signed, key, Buffer.from(signature, 'base64')))
    throw wrongField('signed', 'SIGNATURE_WRONG');
}

/** Refuses a second signature that is not by another trusted key, over the text that allows a version below the minimum. */
export function checkForceSignature(
  keys: ReleaseKeys,
  manifest: OtaManifest,
  { keyId, signature }: { keyId: string; signature: string },
): void {
  const key = keys.get(keyId);
  if (!key) throw wrongField('forceSignature', 'SIGNING_KEY_UNKNOWN', { key: keyId });
  const signed = Buffer.from(canonicalOtaForce(manifest));
  const isRight = verify(null, signed, key, Buffer.from(signature, 'base64'));
  if (!isRight || keyId === manifest.keyId) throw wrongField('forceSignature', 'SIGNATURE_WRONG');
}
