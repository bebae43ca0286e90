import type { DeviceLive } from '@sweepline/contract';

const at = '2030-01-01T00:00:00.000Z';

/** The live state of an online robot in standby. Pass only the fields that matter to the test. */
export const aLiveDevice = (changes: Partial<DeviceLive> = {}): DeviceLive => ({
  deviceId: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
  connection: { state: 'ONLINE', reason: '', since: at, lastSeenAt: at },
  mode: { value: { mode: 'STANDBY', paused: false, relocating: false }, at },
  battery: { value: { soc: 80, charging: false, voltage: null, health: null }, at },
  position: { value: { mapId: 'm1', x: 0, y: 0, theta: 0, localized: true, score: null }, at },
  tanks: null,
  network: null,
  cleaning: null,
  run: null,
  versions: null,
  consumables: null,
  errors: null,
  conformance: [],
  ...changes,
});
