import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';

/** The PKCS #8 frame of an Ed25519 key, before its 32 bytes (RFC 8410). */
const frame = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key that signs the packages of the demo world. It is public like this file, so only a database with the demo world trusts
 * it, and only until its operator sets `OTA_KEYS`.
 */
export const demoReleaseKey = createPrivateKey({
  key: Buffer.concat([frame, createHash('sha256').update('release key of the demo world').digest()]),
  format: 'der',
  type: 'pkcs8',
});
export const demoKeyId = 'demo';

/** The entry of `OTA_KEYS`. */
export function demoKeyEntry(): string {
  const { x = '' } = createPublicKey(demoReleaseKey).export({ format: 'jwk' });
  return `${demoKeyId}:${Buffer.from(x, 'base64url').toString('base64')}`;
}
