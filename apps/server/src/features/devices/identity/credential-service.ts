import { z } from 'zod';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';

export { hashSecret, newCredential, secretMatches } from '../../../platform/runtime/credentials.ts';

/** Channel for a changed registration, binding or secret. */
export const deviceChannel = createChannel('gateway/device', z.object({ deviceId: z.uuid() }));
/** Channel for new devices, which the gateway has not loaded yet. */
export const newDevicesChannel = createChannel(
  'gateway/newDevices',
  z.object({ deviceIds: z.array(z.uuid()) }),
);

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
