import type { Device } from '@sweepline/contract';
import { can, dailyObstacle, type DailyObstacle } from '@sweepline/contract/robot';

/** Why a robot cannot take part in a bulk action: by the rule of the daily acts, or of waking. */
export type BulkObstacle = DailyObstacle | 'awake' | 'noSim';

export const startObstacle = (device: Device) => dailyObstacle('clean', device);
export const chargeObstacle = (device: Device) => dailyObstacle('charge', device);
export const stopObstacle = (device: Device) => dailyObstacle('stop', device);

/** A robot that was shut down is woken over its SIM card. */
export function wakeObstacle(device: Device): BulkObstacle | undefined {
  const { binding, live, iccid } = device;
  if (!can(device, 'sleep')) return 'UNSUPPORTED';
  if (binding !== 'ACTIVATED') return 'NOT_IN_SERVICE';
  if (live.state === 'ONLINE') return 'awake';
  return live.state === 'OFFLINE' && iccid === null ? 'noSim' : undefined;
}
