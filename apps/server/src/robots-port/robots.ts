import type { DeviceLive, ErrorName, TrailPoint } from '@sweepline/contract';
import { Refusal } from '../platform/calls/ctx.ts';
import type { BindingService } from '../robots/binding/binding-service.ts';
import type { CommandService } from '../robots/commands/command-service.ts';
import type { DriveService } from '../robots/drive/drive-service.ts';
import type { MapKeeper } from '../robots/maps/map-keeper-service.ts';
import type { PowerService } from '../robots/care/power-service.ts';
import type { RelocationService } from '../robots/care/relocation-service.ts';
import { RobotRefusal, type RefusalCode, type RunService } from '../robots/runs/run-service.ts';

/** The port of the gateway for handlers. */
export interface Robots {
  runs: RunService;
  drives: Pick<DriveService, 'status' | 'open' | 'ask' | 'handOver' | 'close' | 'frame' | 'lost'>;
  commands: Pick<CommandService, 'sendCommand' | 'cancel'>;
  /** Executes a pending change of a device's binding, on the server and at the robot. */
  binding: Pick<BindingService, 'carryOut'>;
  /** Wakes robots and puts them to sleep. */
  power: Pick<PowerService, 'wake' | 'sleep'>;
  /** Sends maps to robots and removes them. */
  maps: Pick<MapKeeper, 'send' | 'enable' | 'remove'>;
  relocations: Pick<RelocationService, 'enter' | 'setPose' | 'exit'>;
  /** The live state of a device; undefined if another process has it. */
  live(deviceId: string): DeviceLive | undefined;
  /** Points of a run's path that are not stored in the database yet. */
  unwrittenPath(runId: string): readonly TrailPoint[];
  /**
   * Reports the first and the last page that shows a device. Pages of share receivers are counted separately by `by`.
   */
  watch(deviceId: string, watching: boolean, by?: string): void;
  /** The number of rejected messages since the start, per reason. */
  rejections(): { reason: string; count: number }[];
}

/** The refusal of the call for each refusal of the gateway. */
const refusalNames: Record<RefusalCode, ErrorName> = {
  OFFLINE: 'deviceOffline',
  TIMED_OUT: 'deviceUnresponsive',
  FAILED: 'deviceUnresponsive',
  UNSUPPORTED: 'notSupported',
  MODE_FORBIDS: 'modeForbids',
  NO_POSITION: 'modeForbids',
  BUSY_REPLENISHING: 'deviceResupplying',
  RUN_ACTIVE: 'runActive',
  RELOCATING: 'relocating',
  RELOCATING_ALREADY: 'relocatingAlready',
  NOT_RELOCATING: 'notRelocating',
  NO_WAKE_LINE: 'noWakeLine',
  NO_SIM_CARD: 'noSimCard',
  FROZEN: 'deviceFrozen',
  MAP_DIFFERS: 'mapDiffers',
  MAP_IN_USE: 'mapInUse',
  BATTERY_LOW: 'batteryLow',
  WRONG_STATE: 'wrongState',
};

/** Awaits the gateway and converts its refusals to those of calls. */
export async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RobotRefusal) throw new Refusal(refusalNames[error.code]);
    throw error;
  }
}
