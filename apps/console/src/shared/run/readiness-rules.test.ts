import type { DeviceLive } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { aLiveDevice } from '../../test-kit/a-live-device.ts';
import { readinessOf, type Readiness } from './readiness-rules.ts';

const at = '2030-01-01T00:00:00.000Z';
const mode = (name: string): Partial<DeviceLive> => ({
  mode: { value: { mode: name, paused: false, relocating: false }, at },
});
const battery = (soc: number, charging = false): Partial<DeviceLive> => ({
  battery: { value: { soc, charging, voltage: null, health: null }, at },
});

test.each<[Partial<DeviceLive>, { level: number }[], Readiness]>([
  [{}, [], 'READY'],
  [mode('AUTO_RUN'), [], 'BUSY'],
  [{ ...mode('CHARGING'), ...battery(60, true) }, [], 'CHARGING'],
  [battery(12), [], 'LOW'],
  [mode('ERROR'), [], 'FAULT'],
  [{}, [{ level: 4 }], 'FAULT'],
  [{}, [{ level: 3 }], 'READY'],
  [
    { position: { value: { mapId: 'm', x: 0, y: 0, theta: 0, localized: false, score: null }, at } },
    [],
    'LOST',
  ],
  // Silence takes precedence over the last reported values.
  [
    { ...mode('ERROR'), connection: { state: 'OFFLINE', reason: '', since: null, lastSeenAt: null } },
    [{ level: 5 }],
    'OFFLINE',
  ],
  [{ connection: { state: 'SLEEP', reason: '', since: null, lastSeenAt: null } }, [], 'ASLEEP'],
])('%o with alarms %o is %s', (live, alarms, readiness) => {
  expect(readinessOf(aLiveDevice(live), alarms)).toBe(readiness);
});
