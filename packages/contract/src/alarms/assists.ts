import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { mapGround } from '../places/maps.ts';
import { permissions } from '../grammar/permissions.ts';
import type { AlarmCode } from '../robot/codes.ts';

/**
 * Alarms that need a person at the robot. Alarms that the robot resolves by retrying (a bumper, a blocked path, an
 * overheated motor) are not listed.
 */
export const assistCodes = [
  '10103',
  '10104',
  '10105',
  '10110',
  '20104',
  '20110',
  '20111',
  '30102',
  '40101',
  '40210',
  '60102',
  '60103',
] as const satisfies readonly AlarmCode[];
export type AssistCode = (typeof assistCodes)[number];

/** OPEN: still stopped. WENT_ON: the run continued. GAVE_UP: the run ended there. */
export const assistOutcomes = ['OPEN', 'WENT_ON', 'GAVE_UP'] as const;
export type AssistOutcome = (typeof assistOutcomes)[number];

/** Advice for a hot spot: a wall at a drop, a no-go zone, more space at the charger, or an inspection. */
export const hotSpotAdvices = ['WALL', 'NO_GO', 'DOCK', 'LOOK'] as const;
export type HotSpotAdvice = (typeof hotSpotAdvices)[number];

export const assist = z.object({
  /** Id of its first alarm. */
  id: z.string(),
  /** Most serious first. */
  codes: z.array(z.enum(assistCodes)),
  level: z.number().int(),
  outcome: z.enum(assistOutcomes),
  at: moment,
  /** When the last of its alarms was cleared; null while one is open. */
  endedAt: moment.nullable(),
  /** Time from stop to continuation; null while stopped, or when the run ended first. */
  seconds: z.number().nullable(),
  run: z.object({ id: z.string(), name: z.string(), reported: z.boolean() }),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string() }).nullable(),
  companyName: z.string(),
  site: z.string().nullable(),
  map: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Metres on the map; null when not reported. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** Account that drove it or sent it a command meanwhile; null means help on site. */
  by: z.string().nullable(),
  note: z.object({
    helper: z.string(),
    text: z.string(),
    dismissed: z.boolean(),
    version: z.number().int(),
  }),
});
export type Assist = z.infer<typeof assist>;

export const hotSpot = z.object({
  id: z.string(),
  x: z.number(),
  y: z.number(),
  radiusM: z.number(),
  count: z.number().int(),
  /** Total waiting time of the assists that ended. */
  seconds: z.number(),
  codes: z.array(z.object({ code: z.enum(assistCodes), count: z.number().int() })),
  lastAt: moment,
  /** Null when there are too few assists. */
  advice: z.enum(hotSpotAdvices).nullable(),
});
export type HotSpot = z.infer<typeof hotSpot>;

const filters = {
  keyword,
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  mapId: z.uuid().optional(),
  deviceId: z.uuid().optional(),
  runId: z.uuid().optional(),
  code: z.array(z.enum(assistCodes)).max(assistCodes.length).optional(),
  outcome: z.array(z.enum(assistOutcomes)).max(3).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

const allow = permissions.assists;

export const assistCalls = calls('assists', {
  list: {
    method: 'POST',
    path: 'service/assist/queryWithPage',
    allow,
    reads: true,
    input: listInput({ ...filters, sort: sortBy('at', 'seconds').optional() }),
    output: listOf(assist),
  },
  /** Number, duration, causes and maps of assists, without dismissed ones. */
  summary: {
    method: 'POST',
    path: 'service/assist/summary',
    allow,
    reads: true,
    input: z.strictObject(filters),
    output: z.object({
      count: z.number().int(),
      open: z.number().int(),
      /** Median of the assists that ended. */
      medianS: z.number().nullable(),
      totalS: z.number(),
      causes: z.array(z.object({ code: z.enum(assistCodes), count: z.number().int(), seconds: z.number() })),
      maps: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
    }),
  },
  /** Places of one map where robots needed help more than once. */
  hotSpots: {
    method: 'POST',
    path: 'service/assist/hotSpots',
    allow,
    reads: true,
    input: z.strictObject({ mapId: z.uuid(), from: moment.optional(), to: moment.optional() }),
    output: z.object({
      ground: mapGround,
      spots: z.array(hotSpot),
      places: z.array(
        z.object({ id: z.string(), x: z.number(), y: z.number(), code: z.enum(assistCodes), at: moment }),
      ),
    }),
  },
  note: {
    method: 'POST',
    path: 'service/assist/note',
    allow: permissions.assistNote,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int().min(0),
      helper: z.string().trim().max(60),
      text: z.string().trim().max(500),
      /** It was no assist: left out of the counts and of the map. */
      dismissed: z.boolean(),
    }),
    output: assist,
  },
  /** At most a month, newest first, as CSV. */
  export: {
    method: 'POST',
    path: 'service/assist/export',
    kind: 'bytes',
    allow,
    reads: true,
    input: z.strictObject({ ...filters, from: moment, to: moment }),
    output: z.unknown(),
  },
});
