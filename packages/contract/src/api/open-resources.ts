import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { connectionStates } from '../devices/device-live.ts';
import { runKinds, runOrigins } from '../work/task-runs.ts';
import { runStates } from '../work/task-values.ts';
import type { ApiGroup } from './api-user-values.ts';
import { openEventNames } from './open-event-names.ts';
import { openEvent } from './open-events.ts';

/** Units are SI: metres, square metres, radians, volts, seconds. Shares are 0–1, times UTC, and what is unknown is null. */
const unitShare = z.number().nullable();

const openSite = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  address: z.string(),
  /** IANA name. */
  timeZone: z.string(),
  /** Degrees (WGS 84). */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  createdAt: moment,
});

const openRobot = z.object({
  id: z.string(),
  companyId: z.string(),
  siteId: z.string().nullable(),
  serialNumber: z.string(),
  name: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  softwareVersion: z.string().nullable(),
  createdAt: moment,
});

/** Each part has the time of its report; a part that was never reported is null. */
const openRobotState = z.object({
  robotId: z.string(),
  connection: z.object({
    state: z.enum(connectionStates),
    since: moment.nullable(),
    lastSeenAt: moment.nullable(),
  }),
  mode: z.object({ mode: z.string(), paused: z.boolean(), reportedAt: moment }).nullable(),
  battery: z
    .object({
      charge: z.number(),
      charging: z.boolean(),
      voltage: z.number().nullable(),
      reportedAt: moment,
    })
    .nullable(),
  position: z
    .object({
      mapId: z.string(),
      x: z.number(),
      y: z.number(),
      theta: z.number().nullable(),
      localized: z.boolean(),
      reportedAt: moment,
    })
    .nullable(),
  tanks: z
    .object({ cleanWater: unitShare, dirtyWater: unitShare, dustBag: unitShare, reportedAt: moment })
    .nullable(),
  run: z.object({ id: z.string(), state: z.string(), coverage: unitShare, reportedAt: moment }).nullable(),
});
export type OpenRobotState = z.infer<typeof openRobotState>;

const openRun = z.object({
  id: z.string(),
  companyId: z.string(),
  robotId: z.string(),
  taskId: z.string().nullable(),
  kind: z.enum(runKinds),
  name: z.string(),
  origin: z.enum(runOrigins),
  state: z.enum(runStates),
  /** Why it is not a success; null for a success and for a run that goes on. */
  reason: z.string().nullable(),
  plannedArea: z.number().nullable(),
  cleanedArea: z.number().nullable(),
  coverage: unitShare,
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});

const openAlarm = z.object({
  id: z.string(),
  companyId: z.string(),
  robotId: z.string(),
  siteId: z.string().nullable(),
  runId: z.string().nullable(),
  code: z.string(),
  /** 1–5, 5 is the highest; with the settings of the company. */
  level: z.number().int(),
  /** As the robot wrote it. */
  text: z.string(),
  raisedAt: moment,
  clearedAt: moment.nullable(),
  acknowledgedAt: moment.nullable(),
});

export const maxOpenPage = 100;

const page = {
  /** `nextCursor` of the page before; without it the first page. */
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(maxOpenPage).default(50),
};
/** One page. `nextCursor` is null at the end. */
const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({ data: z.array(row), nextCursor: z.string().nullable() });
const one = z.strictObject({ id: z.uuid() });

/** A resource of the open API: a GET without the console's envelope. Path parameters are written `:name`. */
export interface OpenResource<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  path: string;
  /** The scope that a key needs. */
  group: ApiGroup;
  input: I;
  output: O;
}
const resource = <I extends z.ZodType, O extends z.ZodType>(
  path: string,
  group: ApiGroup,
  input: I,
  output: O,
): OpenResource<I, O> => ({ path, group, input, output });

export const openPath = '/open/v1';

/** Everything that the open API offers besides the calls that are marked `open`. */
export const openResources = {
  sites: resource('/sites', 'read', z.strictObject(page), pageOf(openSite)),
  robots: resource(
    '/robots',
    'read',
    z.strictObject({ ...page, siteId: z.uuid().optional() }),
    pageOf(openRobot),
  ),
  robot: resource('/robots/:id', 'read', one, openRobot),
  robotState: resource('/robots/:id/state', 'read', one, openRobotState),
  /** Newest first. */
  runs: resource(
    '/runs',
    'read',
    z.strictObject({ ...page, robotId: z.uuid().optional(), state: z.enum(runStates).optional() }),
    pageOf(openRun),
  ),
  run: resource('/runs/:id', 'read', one, openRun),
  /** Newest first. */
  alarms: resource(
    '/alarms',
    'read',
    z.strictObject({ ...page, robotId: z.uuid().optional(), open: z.boolean().optional() }),
    pageOf(openAlarm),
  ),
  alarm: resource('/alarms/:id', 'read', one, openAlarm),
  /** Oldest first, of the last thirty days. `nextCursor` is the place to go on from, also when nothing is new. */
  events: resource(
    '/events',
    'read',
    z.strictObject({
      ...page,
      robotId: z.uuid().optional(),
      type: z.enum(openEventNames).optional(),
    }),
    z.object({ data: z.array(openEvent), nextCursor: z.string() }),
  ),
};
export type OpenResources = typeof openResources;

/** The groups that have resources; a key needs no scope of another. */
export const offeredGroups: readonly ApiGroup[] = [
  ...new Set(Object.values(openResources).map(({ group }) => group)),
];
