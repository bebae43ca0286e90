import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { forbiddenWork } from '../robot/codes.ts';
import { jobWait } from '../robot/jobs/job-values.ts';

/** A value with the time of its report; null when it was never reported. Each group has its own age. */
const aged = <T extends z.ZodType>(value: T) => z.object({ value, at: moment }).nullable();

export const connectionStates = ['ONLINE', 'SLEEP', 'OFFLINE'] as const;

export const pose = z.object({
  mapId: z.string(),
  /** Metres in the map frame. */
  x: z.number(),
  y: z.number(),
  /** Radians, counter-clockwise from +x. */
  theta: z.number(),
  /** False if the robot reported no heading in −π…π; theta is then 0 and is not drawn. */
  hasHeading: z.boolean().optional(),
  localized: z.boolean(),
  /** 0–1. */
  score: z.number().nullable(),
});
export type Pose = z.infer<typeof pose>;

export const computerState = z.object({
  cpuPct: z.number().nullable(),
  memPct: z.number().nullable(),
  diskFreeMb: z.number().nullable(),
  boardTempC: z.number().nullable(),
  /** Messages that the robot keeps until the server has confirmed them. */
  unacked: z.number().nullable(),
  /** NTP has set its clock. */
  clockSynced: z.boolean().nullable(),
  /** How far its clock is behind the server's. */
  clockBehindMs: z.number().nullable(),
  /** Since when it runs without a restart. */
  bootedAt: moment.nullable(),
});
export type ComputerState = z.infer<typeof computerState>;

/** An open alarm, or an error of the robot without one, that forbids some work. */
export const liveFault = z.object({ code: z.string(), forbids: z.array(z.enum(forbiddenWork)) });
export type LiveFault = z.infer<typeof liveFault>;

/** The live state of one device. Percentages are 0–100; an unknown value is null, never 0. */
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
  /** The robot's own counters since its manufacture. */
  usage: aged(z.object({ runtimeH: z.number().nullable(), odometerM: z.number().nullable() })).optional(),
  /** The robot's own computer. Absent for a vehicle that does not report it. */
  computer: aged(computerState).optional(),
  /** Whether a light on the robot shows that it is watched. Absent for a robot without one. */
  cameraLight: aged(z.boolean()).optional(),
  errors: aged(
    z.array(z.object({ type: z.string(), level: z.string(), code: z.string(), text: z.string() })),
  ),
  /** What VDA 5050 calls its mode. */
  operatingMode: z.string().optional(),
  /** What forbids some work. */
  faults: z.array(liveFault).optional(),
  /** The end of the relocation mode that the server has it in. */
  relocationEndsAt: moment.nullable().optional(),
  /** Changes with what the robot declares of itself; pages then read the device again. */
  declaration: z.string().optional(),
  /** Deviations of a third-party vehicle from VDA 5050; shown as badges. */
  conformance: z.array(z.string()),
});
export type DeviceLive = z.infer<typeof deviceLive>;

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

/** State of a job. Its command succeeds when the robot has stored the job; only DONE means the job is finished. */
export const jobStates = ['RUNNING', 'DONE', 'FAILED', 'CANCELED'] as const;

/** A long transfer or update with progress reports: docs/protocol/files.md#jobs. */
export const commandJob = z.object({
  jobId: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  /** Phase name sent by the robot; each kind of job has its own phases. */
  phase: z.string(),
  /** 0–100; null when never reported. */
  pct: z.number().nullable(),
  bytesDone: z.number().nullable(),
  bytesTotal: z.number().nullable(),
  rateBps: z.number().nullable(),
  /** Why it failed or is stalled; empty otherwise. */
  code: z.string(),
  attempt: z.number().int(),
  /** What the phase waits for. */
  waits: z.array(jobWait),
  startedAt: moment,
  /** When the robot last reported it. */
  toldAt: moment,
  endedAt: moment.nullable(),
});
export type CommandJob = z.infer<typeof commandJob>;
