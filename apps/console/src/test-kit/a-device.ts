import type { Device } from '@sweepline/contract';

/** An online J30 in standby. Pass only the fields that matter to the test. */
export function aDevice({
  live,
  ...changes
}: Partial<Omit<Device, 'live'>> & { live?: Partial<Device['live']> } = {}): Device {
  return {
    id: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
    sn: 'J30-0007',
    model: 'J30',
    manufacturer: 'JBOT',
    nickname: 'Lobby',
    companyId: '0193f0c2-7a31-7c55-9d0e-000000000001',
    companyName: 'Sweepline',
    site: null,
    group: null,
    location: null,
    binding: 'ACTIVATED',
    activatedAt: null,
    usableUntil: null,
    warranty: null,
    freeze: null,
    inventory: 'OUTBOUND',
    useStatus: 'NEW',
    usageType: 'PURCHASE',
    iccid: null,
    tags: [],
    softwareVersion: null,
    hardwareVersion: null,
    version: 1,
    ...changes,
    live: {
      state: 'ONLINE',
      since: null,
      lastSeenAt: null,
      mode: 'STANDBY',
      paused: false,
      soc: 80,
      charging: false,
      mapId: null,
      cleanWaterPct: null,
      dirtyWaterPct: null,
      dustBagPct: null,
      networkMode: null,
      cleaningMode: null,
      coverage: null,
      runId: null,
      alarmLevel: 0,
      ...live,
    },
  };
}
