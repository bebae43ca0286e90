import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { command, commandReason } from './device-commands.ts';
import { settingOrigins, syncStates } from './device-settings.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { selfCheckItems } from '../robot/self-check.ts';

/** Protocol 2.9. In ENTERED the robot stands still and takes no runs until it knows where it is. */
export const relocationStates = ['ENTERED', 'EXITED'] as const;
/** Why it ended: the robot knows its place, a person ended it, its time was up, the robot restarted or left it by itself. */
export const relocationEnds = ['CONFIRMED', 'EXITED', 'TIMED_OUT', 'REBOOTED', 'DEVICE'] as const;
/** A place is only believed above this score of the robot's own. */
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
/** What remains of a part in a word. Nothing is known of one that was never told. */
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
  /** As the robot counts it. */
  lifeHours: z.number().nullable(),
  /** As wished here; null while nobody wished anything. The robot may say otherwise: that is drift. */
  wishedLifeHours: z.number().nullable(),
  warnPct: z.number(),
  /** At so little it takes no run, where the setting `blockOnConsumable` says so. */
  blockPct: z.number(),
  resets: z.number().int().nullable(),
  lastResetAt: moment.nullable(),
  /** The day it is used up if it goes on as in the last 30 days; null when nothing is known of that. */
  endsOn: z.iso.date().nullable(),
});
export type Consumable = z.infer<typeof consumable>;

const consumables = z.object({
  /** When the robot last told it. */
  at: moment.nullable(),
  /** Hours of cleaning a day over the last 30 days, weighed by strength; what the forecast goes by. */
  hoursPerDay: z.number().nullable(),
  /** Of the limits as wished; 0 while nobody wished anything. */
  version: z.number().int(),
  syncState: z.enum(syncStates),
  /** Why the robot did not take them over. */
  code: z.string(),
  list: z.array(consumable),
});

/** Life and limits of a part that wears, sent to the robot as its section `consumables` (protocol 2.11). */
export const consumableLimit = z
  .strictObject({
    lifeHours: z.number().int().min(1).max(10_000),
    warnPct: z.number().int().min(1).max(50),
    blockPct: z.number().int().min(0).max(20),
  })
  .refine(({ warnPct, blockPct }) => blockPct < warnPct, { path: ['blockPct'], error: 'below the warning' });
export type ConsumableLimit = z.infer<typeof consumableLimit>;

/** What somebody wished of the life and limits of parts, and when the robot had it. */
export const limitChange = z.object({
  id: z.string(),
  at: moment,
  by: z.string(),
  origin: z.enum(settingOrigins),
  /** Null while it waits for the robot. */
  appliedAt: moment.nullable(),
  part: z.string(),
  /** Null for what the robot was delivered with. */
  before: consumableLimit.nullable(),
  after: consumableLimit.nullable(),
});
export type LimitChange = z.infer<typeof limitChange>;

const { deviceList, deviceOperate, deviceSettings } = permissions;
const operate = { method: 'POST', allow: deviceOperate, output: command } as const;
const read = { method: 'POST', allow: deviceList, reads: true } as const;
const one = { id: z.uuid(), reason: commandReason };
/** Map frame of the console: degrees, −180…180, counter-clockwise from +x. */
const degrees = z.number().min(-180).max(180);
const metres = z.number().min(-1e6).max(1e6);

/** What is done to a robot from afar. Each answers the command it became; how that ends, its life tells. */
export const deviceCareCalls = calls('deviceCare', {
  reboot: {
    ...operate,
    path: 'service/device/reboot',
    input: z.strictObject({ ...one, target: z.enum(['ROBOT', 'HMI']).default('ROBOT') }),
  },
  selfCheck: {
    ...operate,
    path: 'service/device/selfCheck',
    input: z.strictObject({
      ...one,
      items: z
        .array(z.enum(selfCheckItems))
        .min(1)
        .refine((items) => new Set(items).size === items.length)
        .default([...selfCheckItems]),
    }),
  },
  /** Protocol 2.10. */
  wake: { ...operate, path: 'service/device/wake', input: z.strictObject(one) },
  sleep: {
    ...operate,
    path: 'service/device/sleep',
    input: z.strictObject({ ...one, wakeAt: moment.optional() }),
  },
  relocation: { ...read, path: 'service/device/relocation/detail', input: byId, output: relocation },
  enterRelocation: {
    ...operate,
    path: 'service/device/relocation/enter',
    input: z.strictObject(one),
  },
  setPose: {
    ...operate,
    path: 'service/device/relocation/setPose',
    input: z.strictObject({ ...one, x: metres, y: metres, angle: degrees }),
  },
  exitRelocation: { ...operate, path: 'service/device/relocation/exit', input: z.strictObject(one) },
  consumables: {
    ...read,
    path: 'service/device/consumable/queryList',
    input: byId,
    output: consumables,
  },
  /** What is wished of one part; sent at once, or when the robot is back. */
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
  /** Who wished what of which part, the newest first. */
  limitChanges: {
    ...read,
    path: 'service/device/consumable/change/queryWithPage',
    input: listInput({ id: z.uuid() }),
    output: listOf(limitChange),
  },
  /** Sends again what the robot could not take over. */
  retryLimits: {
    method: 'POST',
    allow: deviceSettings,
    path: 'service/device/consumable/retryLimits',
    input: byId,
    output: consumables,
  },
  /** A new part is in. */
  resetConsumable: {
    ...operate,
    path: 'service/device/consumable/reset',
    input: z.strictObject({
      ...one,
      part: z.string().min(1).max(64),
      lifeHours: z.number().int().min(1).max(10_000).optional(),
    }),
  },
});
