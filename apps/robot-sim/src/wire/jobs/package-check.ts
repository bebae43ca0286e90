import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  canonicalOtaForce,
  canonicalOtaManifest,
  compareOtaVersions,
  type OtaKey,
  type OtaParams,
} from '@sweepline/contract/robot';

/** The name of a package type in `xReported.versions`. */
export const partOf = { WHOLE: 'whole', ROBOT: 'robot', HMI: 'hmi' } as const;

/** SHA-256 of a file, read in pieces. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const isSigned = (text: string, signature: string, keyId: string, keys: readonly OtaKey[]): boolean => {
  const key = keys.find((trusted) => trusted.keyId === keyId);
  if (!key) return false;
  const x = Buffer.from(key.publicKey, 'base64').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
};

/** Whether a trusted key signed the manifest. */
export const isSignedPackage = ({ manifest, signature }: OtaParams, keys: readonly OtaKey[]): boolean =>
  isSigned(canonicalOtaManifest(manifest), signature, manifest.keyId, keys);

/** Whether another trusted key allowed a version below the minimum. */
export const mayForce = ({ manifest, force, forceSignature }: OtaParams, keys: readonly OtaKey[]): boolean =>
  force &&
  forceSignature !== undefined &&
  forceSignature.keyId !== manifest.keyId &&
  isSigned(canonicalOtaForce(manifest), forceSignature.signature, forceSignature.keyId, keys);

/** Whether a version is below the minimum of its part. */
export const isBelowMinimum = ({ manifest }: OtaParams, minimum: string | undefined): boolean =>
  minimum !== undefined && compareOtaVersions(manifest.version, minimum) < 0;

/** Why a package does not fit a robot; undefined if it does (docs/protocol/files.md#software-updates). */
export function misfitOf(
  { manifest }: OtaParams,
  model: string,
  versions: Record<string, string>,
): string | undefined {
  const present = versions[partOf[manifest.pkgType]];
  if (!manifest.models.includes(model)) return 'models';
  const starts = manifest.fromVersions;
  const isStart = (version: string) => present !== undefined && compareOtaVersions(version, present) === 0;
  if (starts.length > 0 && !starts.some(isStart)) return 'fromVersions';
  const lacks = manifest.needs.some(({ pkgType, version }) => {
    const has = versions[partOf[pkgType]];
    return has === undefined || compareOtaVersions(has, version) < 0;
  });
  return lacks ? 'needs' : undefined;
}

/** Whether the robot runs the version already, or a newer one. */
export function isNewest({ manifest, force }: OtaParams, versions: Record<string, string>): boolean {
  const present = versions[partOf[manifest.pkgType]];
  if (force || present === undefined) return false;
  return compareOtaVersions(present, manifest.version) >= 0;
}
