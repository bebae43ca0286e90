import type { Device } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { canStart, readinessOfRow, type Readiness } from '../../../shared/run/readiness-rules.ts';

/** Why a robot cannot take part in a bulk action. */
export type BulkObstacle =
  | { kind: 'readiness'; readiness: Exclude<Readiness, 'FROZEN'> }
  | { kind: 'binding'; binding: Device['binding'] }
  | { kind: 'unsupported' | 'charging' | 'noRun' | 'awake' | 'noSim' };

const serviceObstacle = ({ binding }: Device): BulkObstacle | undefined =>
  binding === 'ACTIVATED' ? undefined : { kind: 'binding', binding };

const readinessObstacle = (device: Device, allowed: (readiness: Readiness) => boolean) => {
  const readiness = readinessOfRow(device);
  return readiness === 'FROZEN' || allowed(readiness)
    ? undefined
    : ({ kind: 'readiness', readiness } as const);
};

export function startObstacle(device: Device): BulkObstacle | undefined {
  if (!can(device, 'clean')) return { kind: 'unsupported' };
  return serviceObstacle(device) ?? readinessObstacle(device, canStart);
}

/** A robot with a low battery is sent to its charger all the same. */
export function chargeObstacle(device: Device): BulkObstacle | undefined {
  if (!can(device, 'charge')) return { kind: 'unsupported' };
  if (device.live.state === 'ONLINE' && device.live.charging) return { kind: 'charging' };
  return serviceObstacle(device) ?? readinessObstacle(device, (it) => it === 'LOW' || canStart(it));
}

/** A robot that is offline keeps its run, so the run can be stopped. */
export const stopObstacle = ({ live }: Device): BulkObstacle | undefined =>
  live.runId === null ? { kind: 'noRun' } : undefined;

/** A robot that was shut down is woken over its SIM card. */
export function wakeObstacle(device: Device): BulkObstacle | undefined {
  if (!can(device, 'sleep')) return { kind: 'unsupported' };
  const obstacle = serviceObstacle(device);
  if (obstacle) return obstacle;
  if (device.live.state === 'ONLINE') return { kind: 'awake' };
  return device.live.state === 'OFFLINE' && device.iccid === null ? { kind: 'noSim' } : undefined;
}
