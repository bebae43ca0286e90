import type { Device } from '@sweepline/contract';
import { can, obstacleTo, type ActObstacle } from '@sweepline/contract/robot';

/** Why a robot cannot take part in a bulk action: by the rule of all starts, or for what is no start. */
export type BulkObstacle = ActObstacle | 'noRun' | 'awake' | 'noSim';

export const startObstacle = (device: Device) => obstacleTo('CLEAN', device);
export const chargeObstacle = (device: Device) => obstacleTo('CHARGE', device);

/** A robot that is offline keeps its run, so the run can be stopped. */
export const stopObstacle = ({ live }: Device): BulkObstacle | undefined =>
  live.runId === null ? 'noRun' : undefined;

/** A robot that was shut down is woken over its SIM card. */
export function wakeObstacle(device: Device): BulkObstacle | undefined {
  const { binding, live, iccid } = device;
  if (!can(device, 'sleep')) return 'UNSUPPORTED';
  if (binding !== 'ACTIVATED') return 'NOT_IN_SERVICE';
  if (live.state === 'ONLINE') return 'awake';
  return live.state === 'OFFLINE' && iccid === null ? 'noSim' : undefined;
}
