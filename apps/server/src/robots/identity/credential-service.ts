import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bus } from '../../platform/socket/bus.ts';
import { newSecret } from '../../platform/runtime/ids.ts';

/** Channel on which the gateway hears that a registration, binding or secret changed. */
export const deviceChannel = 'gateway/device';
/** Channel on which the gateway hears of devices it cannot know yet. */
export const newDevicesChannel = 'gateway/newDevices';

/** A fresh secret and what may be stored of it. The secret is shown once and kept nowhere. */
export function newCredential(): { secret: string; secretHash: string } {
  const secret = newSecret();
  return { secret, secretHash: hashSecret(secret) };
}

/** SHA-256, hex. The secret has 256 random bits, so a slow hash would add nothing but load. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Compared in constant time. */
export function secretMatches(secret: string, secretHash: string): boolean {
  const actual = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(secretHash);
  return actual.length === stored.length && timingSafeEqual(actual, stored);
}

/**
 * Tells the gateway to read a device again; call it after the commit (`db.afterCommit`). A new secret or a device that is
 * no longer bound cuts its connection at once.
 */
export const announceDevice = (bus: Bus, deviceId: string) => bus.publish(deviceChannel, { deviceId });

/** So many at a time that a message stays below the 8,000 bytes PostgreSQL carries. */
const maxPerMessage = 150;

/** Tells the gateway of devices that were not there before; it reads them together. Call it after the commit. */
export function announceNewDevices(bus: Bus, deviceIds: readonly string[]): void {
  for (let from = 0; from < deviceIds.length; from += maxPerMessage)
    bus.publish(newDevicesChannel, { deviceIds: deviceIds.slice(from, from + maxPerMessage) });
}
