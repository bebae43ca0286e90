import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { withoutZones } from '../devices/device-life.ts';
import { trailPoint } from '../devices/device-live.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { reportResults } from './report-filters.ts';
import { permissions } from '../grammar/permissions.ts';
import { runStates } from './task-values.ts';
import { because, becauseAt } from '../grammar/reasons/because.ts';

export const runOrigins = ['CLOUD', 'SCHEDULE', 'DEVICE_SCHEDULE', 'HMI', 'API'] as const;
export const runKinds = ['CLEANING', 'NAVIGATION', 'PROMOTION'] as const;
export const runZoneStates = ['WAITING', 'CLEANING', 'DONE', 'SKIPPED', 'LEFT'] as const;

export const run = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  /** Empty for a drive. */
  name: z.string(),
  /** Where a drive leads; null for a cleaning and a tour. */
  drivesTo: z.enum(['POINT', 'CHARGER']).nullable(),
  taskId: z.string().nullable(),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() }),
  /** What its robot can do with a run. A server of the version before sends none, and then offers all. */
  can: z.array(z.enum(['PAUSE', 'SKIP'])).default(['PAUSE', 'SKIP']),
  map: z.object({ id: z.string(), name: z.string() }).nullable(),
  origin: z.enum(runOrigins),
  /** The run of which this one cleans the rest; `nextId` cleans the rest of this one. */
  previousId: z.string().nullable(),
  nextId: z.string().nullable(),
  /** Zones that the ended run left and no later run has cleaned or was sent to clean. Zones that a person skipped do not count. */
  restCount: z.number().int(),
  state: z.enum(runStates),
  /** The verdict of its report; null without one. */
  result: z.enum(reportResults).nullable(),
  phase: z.string(),
  /** Why it is not a success: docs/protocol/codes.md#result-codes. */
  code: z.string(),
  by: z.string(),
  siteId: z.string().nullable(),
  areaIndex: z.number().int(),
  areaCount: z.number().int(),
  /** Sum of the outlines of the areas that were sent; null for a run without areas. */
  areaM2: z.number().nullable(),
  /** Floor to clean: the areas' until its robot reports which part of them it can reach. */
  plannedM2: z.number().nullable(),
  cleanedM2: z.number().nullable(),
  coverage: z.number().nullable(),
  etaS: z.number().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type Run = z.infer<typeof run>;

const { taskList, taskRun } = permissions;

/** Points, sound and light of a tour: docs/protocol/orders.md#promotion-tours. */
const tour = {
  deviceId: z.uuid(),
  mapId: z.uuid(),
  /** Points of the map, in the order of the round. */
  pointIds: z.array(z.string().min(1).max(64)).min(2).max(30),
  /** Number of rounds; 0 means until `until`. */
  loops: z.number().int().min(0).max(1000).default(1),
  until: moment.nullable().default(null),
  /** Names of sounds, as the robot reports them: docs/protocol/telemetry.md. */
  audioSlots: z
    .array(z.string().regex(/^[A-Za-z0-9_.-]{1,32}$/, because('SLOT_CHARACTERS')))
    .min(1, because('AUDIO_MISSING'))
    .max(20),
  intervalS: z.number().int().min(5).max(600).default(30),
  volume: z.number().int().min(0).max(100).default(50),
  led: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .default('#0e7c86'),
  speed: z.number().min(0.1).max(0.8).default(0.5),
  withoutZones,
};

export const runCalls = calls('runs', {
  list: {
    method: 'POST',
    path: 'service/task/run/queryWithPage',
    allow: taskList,
    reads: true,
    input: listInput({
      keyword,
      deviceId: z.uuid().optional(),
      taskId: z.uuid().optional(),
      state: z.array(z.enum(runStates)).optional(),
      open: z.boolean().optional(),
      kind: z.enum(runKinds).optional(),
      /** Runs that were going on in this period. */
      from: moment.optional(),
      to: moment.optional(),
    }),
    output: listOf(run),
  },
  detail: {
    method: 'POST',
    path: 'service/task/run/detail',
    allow: taskList,
    reads: true,
    input: byId,
    output: run.extend({
      phases: z.array(z.object({ phase: z.string(), at: moment })),
      /** Rounds and announcements of a finished tour. */
      tour: z.object({ loops: z.number(), seconds: z.number(), plays: z.number() }).nullable(),
      zones: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          points: z.array(z.object({ x: z.number(), y: z.number() })),
          state: z.enum(runZoneStates),
        }),
      ),
      /** Planned and reachable floor as the report has them, measured with the path so far; null if they cannot be measured. */
      floor: z.object({ plannedM2: z.number(), noGoM2: z.number(), reachableM2: z.number() }).nullable(),
    }),
  },
  /** The path so far, oldest first; the map draws it and the cleaned area is computed from it. */
  path: {
    method: 'POST',
    path: 'service/task/run/path',
    allow: taskList,
    reads: true,
    input: byId,
    output: z.object({
      runId: z.string(),
      mapId: z.string().nullable(),
      toolWidthM: z.number(),
      /** Forward positive. A server of the version before sends none. */
      toolOffsetM: z.number().default(0),
      points: z.array(trailPoint),
    }),
  },
  pause: { method: 'POST', path: 'service/task/run/pause', allow: taskRun, input: byId, output: run },
  resume: { method: 'POST', path: 'service/task/run/resume', allow: taskRun, input: byId, output: run },
  stop: { method: 'POST', path: 'service/task/run/stop', allow: taskRun, input: byId, output: run },
  /** Skips a zone: the current one is ended, a later one is removed from the run. */
  skipZone: {
    method: 'POST',
    path: 'service/task/run/skipZone',
    allow: taskRun,
    input: z.strictObject({ id: z.uuid(), zoneId: z.string().min(1).max(64) }),
    output: run,
  },
  /** Starts a new run with the uncleaned areas, on this or another device of the site; an open run is ended. */
  rest: {
    method: 'POST',
    path: 'service/task/run/rest',
    allow: taskRun,
    input: z.strictObject({ id: z.uuid(), deviceId: z.uuid(), withoutZones }),
    output: run,
  },
  /** Starts a promotion tour. */
  promote: {
    method: 'POST',
    path: 'service/task/run/promote',
    allow: taskRun,
    input: z
      .strictObject(tour)
      .refine(({ loops, until }) => loops > 0 || until !== null, becauseAt('until', 'END_MISSING')),
    output: run,
  },
});
