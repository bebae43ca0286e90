import { z } from 'zod';
import { moment } from '../grammar/call.ts';

/** A value and when the robot said it. Null: never said. Ages differ, so each group carries its own. */
const aged = <T extends z.ZodType>(value: T) => z.object({ value, at: moment }).nullable();

export const connectionStates = ['ONLINE', 'SLEEP', 'OFFLINE'] as const;

export const pose = z.object({
  mapId: z.string(),
  /** Metres in the map frame. */
  x: z.number(),
  y: z.number(),
  /** Radians, counter-clockwise from +x. */
  theta: z.number(),
  localized: z.boolean(),
  /** 0–1. */
  score: z.number().nullable(),
});
export type Pose = z.infer<typeof pose>;

/** Everything the gateway knows of one device now. Percentages are 0–100; unknown is null, never 0. */
export const deviceLive = z.object({
  deviceId: z.string(),
  connection: z.object({
    state: z.enum(connectionStates),
    /** GRACEFUL, BROKEN, REVOKED …; empty while online. */
    reason: z.string(),
    since: moment.nullable(),
    lastSeenAt: moment.nullable(),
  }),
  mode: aged(z.object({ mode: z.string(), paused: z.boolean(), relocating: z.boolean() })),
  battery: aged(
    z.object({
      soc: z.number(),
      charging: z.boolean(),
      voltage: z.number().nullable(),
      health: z.number().nullable(),
    }),
  ),
  position: aged(pose),
  tanks: aged(
    z.object({
      cleanWaterPct: z.number().nullable(),
      dirtyWaterPct: z.number().nullable(),
      detergentPct: z.number().nullable(),
      dustBagPct: z.number().nullable(),
    }),
  ),
  network: aged(z.object({ mode: z.string(), rssiDbm: z.number().nullable() })),
  cleaning: aged(z.object({ cleaningMode: z.string(), strength: z.string() })),
  run: aged(
    z.object({
      runId: z.string(),
      taskId: z.string().nullable(),
      name: z.string(),
      state: z.string(),
      phase: z.string(),
      plannedM2: z.number().nullable(),
      cleanedM2: z.number().nullable(),
      /** 0–1. */
      coverage: z.number().nullable(),
      etaS: z.number().nullable(),
    }),
  ),
  versions: aged(z.record(z.string(), z.string())),
  consumables: aged(z.array(z.object({ id: z.string(), remainingPct: z.number() }))),
  errors: aged(
    z.array(z.object({ type: z.string(), level: z.string(), code: z.string(), text: z.string() })),
  ),
  /** What a foreign vehicle does otherwise than the standard says; shown as badges. */
  conformance: z.array(z.string()),
});
export type DeviceLive = z.infer<typeof deviceLive>;

/** What a list row needs of the live state; pushed when it changes. */
export const deviceChange = z.object({
  id: z.string(),
  state: z.enum(connectionStates),
  since: moment.nullable(),
  lastSeenAt: moment.nullable(),
  mode: z.string().nullable(),
  paused: z.boolean(),
  soc: z.number().nullable(),
  charging: z.boolean(),
  mapId: z.string().nullable(),
  cleanWaterPct: z.number().nullable(),
  dirtyWaterPct: z.number().nullable(),
  dustBagPct: z.number().nullable(),
  networkMode: z.string().nullable(),
  cleaningMode: z.string().nullable(),
  coverage: z.number().nullable(),
  runId: z.string().nullable(),
  /** Highest level of an open alarm, 0 for none. */
  alarmLevel: z.number().int(),
});
export type DeviceChange = z.infer<typeof deviceChange>;

/** New points of the open run's path since the last frame: `[t, x, y, theta, cleaning]`, t in ms since the run's start. */
export const trailPoint = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.union([z.literal(0), z.literal(1)]),
]);
export type TrailPoint = z.infer<typeof trailPoint>;
export const runTrail = z.object({ runId: z.string(), points: z.array(trailPoint) });

/** What became of a job. Its command has succeeded as soon as the robot has stored it; only this says that it is done. */
export const jobStates = ['RUNNING', 'DONE', 'FAILED', 'CANCELED'] as const;

/** A long transfer or update at a robot, which it reports on as it goes (protocol 2.1.5). */
export const commandJob = z.object({
  jobId: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  /** In the robot's own word; each kind has phases of its own. */
  phase: z.string(),
  /** 0–100; null where it never told. */
  pct: z.number().nullable(),
  bytesDone: z.number().nullable(),
  bytesTotal: z.number().nullable(),
  rateBps: z.number().nullable(),
  /** Why it failed or stands still; empty while all is well. */
  code: z.string(),
  attempt: z.number().int(),
  startedAt: moment,
  /** When the robot last said something of it. */
  toldAt: moment,
  endedAt: moment.nullable(),
});
export type CommandJob = z.infer<typeof commandJob>;
