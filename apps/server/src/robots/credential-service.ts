import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bus } from '../platform/bus.ts';
import { newSecret } from '../platform/ids.ts';

/** Channel on which the gateway hears that a registration, binding or secret changed. */
export const deviceChannel = 'gateway/device';

/** A fresh secret and what may be stored of it. The secret is shown once and kept nowhere. */
export function newCredential(): { secret: string; secretHash: string } {
  const secret = newSecret();
  return { secret, secretHash: hashSecret(secret) };
}

/** SHA-256, hex. The secret has 256 random bits, so a slow hash would add nothing but load. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Compared in constant time. */
export function secretMatches(secret: string, secretHash: string): boolean {
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(secretHash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/**
 * Tells the gateway to read a device again; call it after the commit (`db.afterCommit`). A new secret or a device that is
 * no longer bound cuts its connection at once.
 */
export const announceDevice = (bus: Bus, deviceId: string) => bus.publish(deviceChannel, { deviceId });
