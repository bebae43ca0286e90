import { z } from 'zod';
import { createHash, timingSafeEqual } from 'node:crypto';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';

/** Channel for a changed registration, binding or secret. */
export const deviceChannel = createChannel('gateway/device', z.object({ deviceId: z.uuid() }));
/** Channel for new devices, which the gateway has not loaded yet. */
export const newDevicesChannel = createChannel(
  'gateway/newDevices',
  z.object({ deviceIds: z.array(z.uuid()) }),
);

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

/**
 * Makes the gateway reload a device; call it after the commit (`db.afterCommit`). A new secret or a lost binding closes its
 * connection at once.
 */
export const announceDevice = (bus: Bus, deviceId: string) => bus.publish(deviceChannel, { deviceId });

/** Keeps a message below the 8,000 bytes that PostgreSQL carries. */
const maxPerMessage = 150;

/** Makes the gateway load new devices together. Call it after the commit. */
export function announceNewDevices(bus: Bus, deviceIds: readonly string[]): void {
  for (let from = 0; from < deviceIds.length; from += maxPerMessage)
    bus.publish(newDevicesChannel, { deviceIds: deviceIds.slice(from, from + maxPerMessage) });
}
