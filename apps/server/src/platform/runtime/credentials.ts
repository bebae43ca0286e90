import { createHash, timingSafeEqual } from 'node:crypto';
import { newSecret } from './ids.ts';

/** A new secret and its hash. The secret is shown once and not stored. */
export function newCredential(): { secret: string; secretHash: string } {
  const secret = newSecret();
  return { secret, secretHash: hashSecret(secret) };
}

/** SHA-256, hex. The secret has 256 random bits, so a slow hash would only add load. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Compared in constant time. */
export function secretMatches(secret: string, secretHash: string): boolean {
  const actual = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(secretHash);
  return actual.length === stored.length && timingSafeEqual(actual, stored);
}
