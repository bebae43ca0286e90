import { z } from 'zod';
import { missedReasons } from './codes.ts';
import { cleaningModes, strengths } from './models.ts';
import { deviceModes, runPhases } from './modes-phases.ts';
import {
  durable,
  header,
  identifier,
  list,
  maybeDurable,
  number,
  oneOf,
  openObject,
  soft,
  text,
  uuid,
} from './wire.ts';

const phase = oneOf('', ...runPhases);
const cleaningMode = oneOf(...cleaningModes);
const strength = oneOf('', ...strengths);
const networkMode = oneOf('WIFI', '4G', '5G', 'ETH', 'NONE');
const level = z.number().int().min(0).max(3);

const metres = number.min(-1e6).max(1e6);
const wayPoint = z.tuple([
  z.number().int().min(0).max(86_400_000),
  metres,
  metres,
  number.min(-7).max(7),
  z.number().int().min(0),
]);

/** Telemetry beyond VDA `state`, every few seconds: docs/protocol/telemetry.md#xtelemetry. */
export const xTelemetry = z.object({
  ...header,
  bootId: soft(uuid),
  mode: oneOf(...deviceModes),
  modePaused: z.boolean(),
  relocating: soft(z.boolean()),
  runId: soft(identifier),
  phase: soft(phase),
  cleaningMode: soft(cleaningMode),
  strength: soft(strength),
  /** Percent of the tank; absent without a tank. */
  cleanWaterPct: soft(number),
  dirtyWaterPct: soft(number),
  detergentPct: soft(number),
  /** Fill of the rubbish bag, percent. */
  dustBagPct: soft(number),
  parts: soft(
    z.object({
      mainBrush: soft(level),
      sideBrush: soft(level),
      suction: soft(level),
      water: soft(level),
      squeegee: soft(oneOf('UP', 'DOWN')),
    }),
  ),
  networkMode: soft(networkMode),
  rssiDbm: soft(number),
  /** Of the current area. */
  cleanedM2: soft(number),
  plannedM2: soft(number),
  coverage: soft(number),
  odometerM: soft(number),
  runtimeH: soft(number),
  cpuPct: soft(number),
  memPct: soft(number),
  diskFreeMb: soft(number),
  boardTempC: soft(number),
  clockSynced: soft(z.boolean()),
  /** Seconds since its computer started. */
  uptimeS: soft(z.number().int().min(0)),
  /** A light on the robot shows that a camera sends pictures (docs/protocol/video.md#light). */
  cameraLight: soft(z.boolean()),
  unacked: soft(z.number().int().min(0)),
  /**
   * Path of the run since the last message: `[ms before this message, x, y, theta, flags]`, bit 0 cleaning. See
   * docs/protocol/telemetry.md#the-way-of-a-run.
   */
  way: soft(z.array(wayPoint).max(500)),
});
export type XTelemetry = z.infer<typeof xTelemetry>;

/** State of a run: sent on every change of state or phase and every 30 s. See docs/protocol/orders.md#xtask. */
export const xTask = z.object({
  ...header,
  ...durable,
  runId: uuid,
  taskId: soft(identifier),
  taskVersion: soft(z.number().int().min(0)),
  origin: oneOf('CLOUD', 'SCHEDULE', 'DEVICE_SCHEDULE', 'HMI', 'API'),
  state: oneOf('WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE', 'INTERRUPTED', 'FAILED'),
  phase: soft(phase),
  areaIndex: soft(z.number().int().min(0)),
  areaCount: soft(z.number().int().min(0)),
  areaId: soft(identifier),
  mapId: soft(identifier),
  plannedM2: soft(number),
  cleanedM2: soft(number),
  coverage: soft(number),
  elapsedS: soft(number),
  etaS: soft(number),
  code: soft(identifier),
  by: soft(identifier),
});
export type XTask = z.infer<typeof xTask>;

export const reportResults = ['SUCCESS', 'PARTIAL', 'FAILED'] as const;
/**
 * Report of a run, sent when its files are uploaded; a later one with files is merged into it. See
 * docs/protocol/orders.md#xreport.
 */
export const xReport = z.object({
  ...header,
  ...durable,
  runId: uuid,
  taskId: soft(identifier),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  result: z.enum(reportResults),
  code: soft(identifier),
  areas: list(
    z.object({
      areaId: identifier,
      mapId: identifier,
      mapVersion: soft(identifier),
      cleaningMode: soft(cleaningMode),
      strength: soft(strength),
      repetitions: soft(z.number().int()),
      plannedM2: number,
      cleanedM2: number,
      coverage: soft(number),
      seconds: soft(number),
    }),
  ),
  totals: z.object({
    plannedM2: number,
    cleanedM2: number,
    uncleanedM2: soft(number),
    coverage: soft(number),
    seconds: number,
    cleaningSeconds: soft(number),
    distanceM: soft(number),
    waterL: soft(number),
    dirtyWaterL: soft(number),
    energyWh: soft(number),
    socStart: soft(number),
    socEnd: soft(number),
    charges: soft(z.number().int()),
    replenishes: soft(z.number().int()),
    mopWashes: soft(z.number().int()),
  }),
  phases: soft(z.array(z.object({ phase, seconds: number }))),
  pauses: soft(z.array(z.object({ at: z.string(), seconds: number, by: soft(text) }))),
  alarms: soft(z.array(identifier)),
  consumables: soft(z.array(z.object({ id: identifier, startPct: number, endPct: number }))),
  /** Rounds and announcements of a tour: docs/protocol/orders.md#promotion-tours. */
  loops: soft(z.number().int().min(0)),
  plays: soft(z.number().int().min(0)),
  /** Uncleaned floor: one point in each part, and the reason. */
  missed: soft(
    z.array(z.object({ areaId: identifier, x: metres, y: metres, reason: oneOf(...missedReasons) })).max(500),
  ),
  files: soft(
    z.object({
      trajectory: soft(identifier),
      coverage: soft(z.array(z.object({ mapId: identifier, fileId: identifier }))),
    }),
  ),
});
export type XReport = z.infer<typeof xReport>;

export const xAlarm = z.object({
  ...header,
  ...durable,
  alarmId: uuid,
  event: z.enum(['RAISED', 'CLEARED']),
  code: z.string().regex(/^\d{5}$/),
  level: z.number().int().min(1).max(5),
  type: soft(z.string().max(128)),
  /** `runId`, `mapId`, `x`, `y`, `part`. */
  refs: soft(openObject),
  text: soft(z.string().max(512)),
});
export type XAlarm = z.infer<typeof xAlarm>;

/** Reply to an `xCommand`; a final reply is durable. See docs/protocol/commands.md#life-of-a-command. */
export const xReply = z.object({
  ...header,
  ...maybeDurable,
  commandId: uuid,
  status: z.enum(['ACCEPTED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'REJECTED', 'CANCELED']),
  code: z.string().max(64).catch(''),
  message: z.string().max(256).catch(''),
  progressPct: soft(number),
  result: soft(openObject),
});
export type XReply = z.infer<typeof xReply>;
