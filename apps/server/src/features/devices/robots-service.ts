import type { DeviceLive, ErrorName, TrailPoint } from '@sweepline/contract';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { BindingService } from '../../robots/binding/binding-service.ts';
import type { CommandService } from '../../robots/commands/command-service.ts';
import type { DriveService } from '../../robots/drive/drive-service.ts';
import type { MapKeeper } from '../../robots/maps/map-keeper-service.ts';
import type { PowerService } from '../../robots/care/power-service.ts';
import type { RelocationService } from '../../robots/care/relocation-service.ts';
import { RobotRefusal, type RefusalCode, type RunService } from '../../robots/runs/run-service.ts';

/** What handlers ask of robots. */
export interface Robots {
  runs: RunService;
  drives: Pick<DriveService, 'status' | 'open' | 'ask' | 'handOver' | 'close' | 'frame' | 'lost'>;
  commands: Pick<CommandService, 'sendCommand' | 'cancel'>;
  /** Carries out what the row of a device says of its binding, here and at the robot. */
  binding: Pick<BindingService, 'carryOut'>;
  /** Waking and putting to sleep. */
  power: Pick<PowerService, 'wake' | 'sleep'>;
  /** Brings maps to robots and takes them off. */
  maps: Pick<MapKeeper, 'send' | 'enable' | 'remove'>;
  relocations: Pick<RelocationService, 'enter' | 'setPose' | 'exit'>;
  /** What is known of a device at this moment; undefined where another process knows it. */
  live(deviceId: string): DeviceLive | undefined;
  /** Points of a run's path that are not in the database yet. */
  unwrittenPath(runId: string): readonly TrailPoint[];
  /** The first page began, or the last one ceased, to look at a device; those who look by a share are counted apart. */
  watch(deviceId: string, watching: boolean, by?: string): void;
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

/** The answer of the robot's side; its refusals become ours. */
export async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RobotRefusal) throw new Refusal(said[error.code]);
    throw error;
  }
}
