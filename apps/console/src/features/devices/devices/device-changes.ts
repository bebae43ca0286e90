import type { Device, DeviceChange } from '@sweepline/contract';

/** Merges pushed changes into the rows. Only a changed row is a new object, so only it renders again. */
export function withChanges(devices: Device[], changes: readonly DeviceChange[]): Device[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return devices.map((device) => {
    const change = byId.get(device.id);
    if (!change) return device;
    const { id: _, ...live } = change;
    return { ...device, live };
  });
}
