import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { commandStates } from '../devices/device-commands.ts';
import { driveEnds } from '../devices/device-control.ts';
import { historySample, historySpan } from '../devices/device-history.ts';
import { deviceModels } from '../devices/device-life.ts';
import { connectionStates } from '../devices/device-live.ts';
import { runKinds } from '../work/task-runs.ts';
import { runStates } from '../work/task-values.ts';

export const count = z.number().int();
export const named = z.object({ id: z.string(), name: z.string() });
/** Who a monitored robot is, and how it is now. */
export const monitorIdentity = {
  /** Of the device. */
  id: z.string(),
  sn: z.string(),
  nickname: z.string(),
  model: z.enum(deviceModels),
  companyName: z.string(),
  site: named.nullable(),
  live: z.object({
    state: z.enum(connectionStates),
    since: moment.nullable(),
    lastSeenAt: moment.nullable(),
    mode: z.string().nullable(),
    paused: z.boolean(),
    soc: z.number().nullable(),
    /** The highest level of an open alarm, 0 for none. */
    alarmLevel: count,
  }),
};

const ended = { from: moment, to: moment.nullable() };

/** One alarm, command, run or drive session on the time axis of a robot. */
const monitorEvents = {
  alarms: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      type: z.string(),
      text: z.string(),
      /** The effective level. */
      level: count,
      ...ended,
      causeId: z.string().nullable(),
      processed: z.boolean(),
      shelvedUntil: moment.nullable(),
    }),
  ),
  commands: z.array(
    z.object({ id: z.string(), type: z.string(), status: z.enum(commandStates), by: z.string(), ...ended }),
  ),
  runs: z.array(
    named.extend({ kind: z.enum(runKinds), state: z.enum(runStates), code: z.string(), ...ended }),
  ),
  drives: z.array(
    z.object({ id: z.string(), driver: z.string(), end: z.enum(driveEnds).nullable(), ...ended }),
  ),
};

/** `[t, x, y, theta, cleaning]`: t in ms since the start of the period, metres, radians; theta is null where only samples are left. */
const trailStep = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number().nullable(),
  z.union([z.literal(0), z.literal(1)]),
]);
export type MonitorTrailStep = z.infer<typeof trailStep>;

/** One robot over a period, on one time axis. */
export const robotPeriod = z.object({
  from: moment,
  to: moment,
  /** Seconds between samples. */
  stepS: count,
  samples: z.array(historySample),
  modes: z.array(historySpan),
  connection: z.array(historySpan),
  /** Poses in the order of time, per map in turn. */
  trail: z.array(z.object({ mapId: z.string(), steps: z.array(trailStep) })),
  ...monitorEvents,
  /** Some entries were left out because there were too many. */
  more: z.boolean(),
});
export type RobotPeriod = z.infer<typeof robotPeriod>;

export const monitorDetail = robotPeriod.extend({
  device: z.object({
    ...monitorIdentity,
    /** The rotation of the map on screens, in degrees. */
    mapRotation: z.number(),
  }),
});
export type MonitorDetail = z.infer<typeof monitorDetail>;
