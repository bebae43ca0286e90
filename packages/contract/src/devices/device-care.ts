import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { command, commandReason } from './device-commands.ts';
import { settingOrigins, syncStates } from './device-settings.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { autoOffS, manualParts } from './device-parts.ts';
import { selfCheckItems } from '../robot/self-check.ts';
import { because, becauseAt } from '../grammar/reasons/because.ts';

/** In ENTERED the robot stands still and refuses runs until it is localized: docs/protocol/maps.md#relocation. */
export const relocationStates = ['ENTERED', 'EXITED'] as const;
/** Why it ended: robot localized, ended by a user, timed out, robot restarted, or ended by the robot itself. */
export const relocationEnds = ['CONFIRMED', 'EXITED', 'TIMED_OUT', 'REBOOTED', 'DEVICE'] as const;
/** Minimum localization score (0–1) of the robot for a pose to be accepted. */
export const relocationScore = 0.6;

export const relocation = z.object({
  state: z.enum(relocationStates),
  mapId: z.string().nullable(),
  enteredAt: moment.nullable(),
  enteredBy: z.string(),
  endsAt: moment.nullable(),
  exitedAt: moment.nullable(),
  exitReason: z.enum(relocationEnds).nullable(),
});
export type Relocation = z.infer<typeof relocation>;

export const consumableStates = ['GOOD', 'LOW', 'EXHAUSTED'] as const;
export type ConsumableState = (typeof consumableStates)[number];
/** The state of a part from its remaining percentage; null when the robot never reported it. */
export const consumableStateOf = (remainingPct: number | null, warnPct: number): ConsumableState | null => {
  if (remainingPct === null) return null;
  if (remainingPct <= 0) return 'EXHAUSTED';
  return remainingPct <= warnPct ? 'LOW' : 'GOOD';
};

export const consumable = z.object({
  id: z.string(),
  /** WEAR counts hours of work and is reset; FILL is measured by its level. */
  kind: z.enum(['WEAR', 'FILL']),
  remainingPct: z.number().nullable(),
  state: z.enum(consumableStates).nullable(),
  usedHours: z.number().nullable(),
  /** As reported by the robot. */
  lifeHours: z.number().nullable(),
  /** Desired value; null while none is set. A different reported value is drift. */
  wishedLifeHours: z.number().nullable(),
  warnPct: z.number(),
  /** At or below this value the robot refuses runs, if the setting `blockOnConsumable` is on. */
  blockPct: z.number(),
  resets: z.number().int().nullable(),
  lastResetAt: moment.nullable(),
  /** The day it is used up at the rate of the last 30 days; null when the rate is unknown. */
  endsOn: z.iso.date().nullable(),
});
export type Consumable = z.infer<typeof consumable>;

const consumables = z.object({
  /** When the robot last reported it. */
  at: moment.nullable(),
  /** Cleaning hours per day over the last 30 days, weighted by strength; the basis of the forecast. */
  hoursPerDay: z.number().nullable(),
  /** Version of the desired limits; 0 while none are set. */
  version: z.number().int(),
  syncState: z.enum(syncStates),
  /** Why the robot did not apply them. */
  code: z.string(),
  list: z.array(consumable),
});

/** Life and limits of a wearing part, sent as section `consumables`: docs/protocol/settings.md#consumables. */
export const consumableLimit = z
  .strictObject({
    lifeHours: z.number().int().min(1).max(10_000),
    warnPct: z.number().int().min(1).max(50),
    blockPct: z.number().int().min(0).max(20),
  })
  .refine(({ warnPct, blockPct }) => blockPct < warnPct, becauseAt('blockPct', 'NOT_BELOW_WARNING'));
export type ConsumableLimit = z.infer<typeof consumableLimit>;

/** One change of the desired life and limits of a part. */
export const limitChange = z.object({
  id: z.string(),
  at: moment,
  by: z.string(),
  origin: z.enum(settingOrigins),
  /** When the robot applied it; null until then. */
  appliedAt: moment.nullable(),
  part: z.string(),
  /** Null for the values as delivered. */
  before: consumableLimit.nullable(),
  after: consumableLimit.nullable(),
});
export type LimitChange = z.infer<typeof limitChange>;

const { deviceList, deviceOperate, deviceSettings } = permissions;
const operate = { method: 'POST', allow: deviceOperate, output: command } as const;
const read = { method: 'POST', allow: deviceList, reads: true } as const;
const device = { id: z.uuid(), reason: commandReason };
/** Map frame of the console: degrees, −180…180, counter-clockwise from +x. */
const degrees = z.number().min(-180).max(180);
const metres = z.number().min(-1e6).max(1e6);
const pose = { ...device, x: metres, y: metres, angle: degrees };

/** Remote service actions. Each returns the command it created; the command's status reports the result. */
export const deviceCareCalls = calls('deviceCare', {
  reboot: {
    ...operate,
    path: 'service/device/reboot',
    input: z.strictObject({ ...device, target: z.enum(['ROBOT', 'HMI']).default('ROBOT') }),
  },
  selfCheck: {
    ...operate,
    path: 'service/device/selfCheck',
    input: z.strictObject({
      ...device,
      items: z
        .array(z.enum(selfCheckItems))
        .min(1)
        .refine((items) => new Set(items).size === items.length, because('DUPLICATE_ENTRY'))
        .default([...selfCheckItems]),
    }),
  },
  /** Lets cleaning parts run for some seconds: docs/protocol/commands.md#partsset. */
  setParts: {
    ...operate,
    path: 'service/device/parts/set',
    input: z.strictObject({ ...device, parts: manualParts, autoOffS }),
  },
  /** See docs/protocol/connecting.md#sleep-and-wake-up. */
  wake: { ...operate, path: 'service/device/wake', input: z.strictObject(device) },
  sleep: {
    ...operate,
    path: 'service/device/sleep',
    input: z.strictObject({ ...device, wakeAt: moment.optional() }),
  },
  relocation: { ...read, path: 'service/device/relocation/detail', input: byId, output: relocation },
  /**
   * The pose is set on `mapId`: any map that the robot has stored, also one that is not enabled yet. Without it, the robot
   * stays on its present map.
   */
  enterRelocation: {
    ...operate,
    path: 'service/device/relocation/enter',
    input: z.strictObject({ ...device, mapId: z.uuid().optional() }),
  },
  setPose: { ...operate, path: 'service/device/relocation/setPose', input: z.strictObject(pose) },
  /** Puts a robot without relocation mode on a map: docs/protocol/maps.md#placing. */
  place: { ...operate, path: 'service/device/place', input: z.strictObject({ ...pose, mapId: z.uuid() }) },
  exitRelocation: { ...operate, path: 'service/device/relocation/exit', input: z.strictObject(device) },
  consumables: {
    ...read,
    path: 'service/device/consumable/queryList',
    input: byId,
    output: consumables,
  },
  /** Sets the desired limits of one part; sent at once, or when the robot is online again. */
  setLimits: {
    method: 'POST',
    allow: deviceSettings,
    path: 'service/device/consumable/setLimits',
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      part: z.string().min(1).max(64),
      limit: consumableLimit,
    }),
    output: consumables,
  },
  /** Changes of the desired limits, the newest first. */
  limitChanges: {
    ...read,
    path: 'service/device/consumable/change/queryWithPage',
    input: listInput({ id: z.uuid() }),
    output: listOf(limitChange),
  },
  /** Sends the limits again after the robot failed to apply them. */
  retryLimits: {
    method: 'POST',
    allow: deviceSettings,
    path: 'service/device/consumable/retryLimits',
    input: byId,
    output: consumables,
  },
  /** Resets the counter after a part was replaced. */
  resetConsumable: {
    ...operate,
    path: 'service/device/consumable/reset',
    input: z.strictObject({
      ...device,
      part: z.string().min(1).max(64),
      lifeHours: z.number().int().min(1).max(10_000).optional(),
    }),
  },
});
