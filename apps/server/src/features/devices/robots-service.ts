import type { DeviceLive, ErrorName, TrailPoint } from '@sweepline/contract';
import { Refusal } from '../../platform/ctx.ts';
import type { CommandService } from '../../robots/command-service.ts';
import { RobotRefusal, type RefusalCode, type RunService } from '../../robots/run-service.ts';

/** What handlers ask of robots. */
export interface Robots {
  runs: RunService;
  commands: Pick<CommandService, 'sendCommand'>;
  /** What is known of a device at this moment; undefined where another process knows it. */
  live(deviceId: string): DeviceLive | undefined;
  /** Points of a run's path that are not in the database yet. */
  unwrittenPath(runId: string): readonly TrailPoint[];
  /** The first page began, or the last one ceased, to look at a device. */
  watch(deviceId: string, watching: boolean): void;
  /** Messages that were not used since the start, by reason. */
  rejections(): { reason: string; count: number }[];
}

/** What the gateway will not do, in the specification's words. */
const said: Record<RefusalCode, ErrorName> = {
  OFFLINE: 'deviceOffline',
  TIMED_OUT: 'deviceUnresponsive',
  FAILED: 'deviceUnresponsive',
  UNSUPPORTED: 'notSupported',
  MODE_FORBIDS: 'modeForbids',
  NO_POSITION: 'modeForbids',
  BUSY_REPLENISHING: 'deviceResupplying',
  RUN_ACTIVE: 'runActive',
  RELOCATING: 'relocating',
  FROZEN: 'deviceFrozen',
  MAP_DIFFERS: 'mapDiffers',
  BATTERY_LOW: 'batteryLow',
  WRONG_STATE: 'wrongState',
};

/** The answer of the robot's side; its refusals become ours. */
export async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RobotRefusal) throw new Refusal(said[error.code]);
    throw error;
  }
}
