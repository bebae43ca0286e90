import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { trailPoint } from '../devices/device-live.ts';
import { listInput, listOf, sortBy } from '../grammar/list.ts';
import { mapGround, zone } from '../places/maps.ts';
import { permissions } from '../grammar/permissions.ts';
import { reportFilters, reportFlags, reportPeriod, reportResults } from './report-filters.ts';
import { runOrigins } from './task-runs.ts';

export * from './report-filters.ts';

/** Totals of a finished run in SI units; an unknown value is null, never 0. */
export const reportTotals = z.object({
  /** Free floor of the areas, including no-go areas. */
  plannedM2: z.number().nullable(),
  /** Planned floor in no-go and no-clean areas; null if the server could not measure the floor, as is `reachableM2`. */
  noGoM2: z.number().nullable(),
  /** Part of planned − no-go that the tool fits onto. */
  reachableM2: z.number().nullable(),
  cleanedM2: z.number().nullable(),
  /** Planned − no-go − cleaned. */
  uncleanedM2: z.number().nullable(),
  /** 0–1, cleaned over planned − no-go; each cell counts once however many passes. */
  coverage: z.number().nullable(),
  /** From start to end. */
  seconds: z.number().nullable(),
  /** Of these, the seconds in the phase CLEANING. */
  cleaningSeconds: z.number().nullable(),
  /** Cleaned area over cleaning time. */
  m2PerHour: z.number().nullable(),
  distanceM: z.number().nullable(),
  waterL: z.number().nullable(),
  dirtyWaterL: z.number().nullable(),
  energyWh: z.number().nullable(),
  socStart: z.number().nullable(),
  socEnd: z.number().nullable(),
  charges: z.number().int().nullable(),
  replenishes: z.number().int().nullable(),
  mopWashes: z.number().int().nullable(),
});
export type ReportTotals = z.infer<typeof reportTotals>;

/** Why the coverage picture of a robot is not used: another size than its map, or no readable picture. */
export const pictureFaults = ['SIZE', 'UNREADABLE'] as const;

/** How the robot drove; each value is null if it is unknown. Defined in docs/figures.md. */
export const reportDriving = z.object({
  /** 0–1: floor passed more than once, of the cleaned floor. */
  overlap: z.number().nullable(),
  /** Changes of heading with the tool down. */
  turns: z.number().int().nullable(),
  /** Metres with the tool down, and lifted. */
  cleaningM: z.number().nullable(),
  transitM: z.number().nullable(),
  /** What the tool cleans at most: width × highest speed. */
  boundM2PerHour: z.number().nullable(),
});

/** A report has the id of its run. */
export const reportRow = z.object({
  id: z.string(),
  name: z.string(),
  taskId: z.string().nullable(),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() }),
  companyName: z.string(),
  site: z.string().nullable(),
  map: z.object({ id: z.string(), name: z.string() }).nullable(),
  origin: z.enum(runOrigins),
  /** Who started the run, or saved the plan that did; empty if unknown, and in a shared report. */
  by: z.string(),
  /** The verdict. `toldResult` is the robot's own; the floor is a success from `doneShare`, null for old reports. */
  result: z.enum(reportResults),
  toldResult: z.enum(reportResults).nullable(),
  doneShare: z.number().nullable(),
  code: z.string(),
  cleaningMode: z.string(),
  strength: z.string(),
  /** Names of the planned areas. */
  zones: z.array(z.string()),
  startedAt: moment,
  endedAt: moment,
  /** Why it is implausible; empty for a plausible report. */
  flags: z.array(z.enum(reportFlags)),
  /** The server has not measured its floor yet, or measures it again after a change: its areas and its verdict may change. */
  isMeasuring: z.boolean(),
  totals: reportTotals,
});
export type ReportRow = z.infer<typeof reportRow>;

export const reportDetail = reportRow.extend({
  /** Times as reported by the robot, when its clock is implausible. */
  told: z.object({ startedAt: z.string().nullable(), endedAt: z.string().nullable() }),
  repetitions: z.number().int().nullable(),
  areas: z.array(
    z.object({
      areaId: z.string(),
      name: z.string(),
      plannedM2: z.number().nullable(),
      noGoM2: z.number().nullable(),
      reachableM2: z.number().nullable(),
      cleanedM2: z.number().nullable(),
      notCleanedM2: z.number().nullable(),
      /** Planned − no-go by number of passes. */
      passes: z.object({ none: z.number(), once: z.number(), more: z.number() }).nullable(),
      coverage: z.number().nullable(),
      seconds: z.number().nullable(),
      /** How this area was cleaned, if reported. */
      cleaningMode: z.string().nullable(),
      strength: z.string().nullable(),
      repetitions: z.number().int().nullable(),
    }),
  ),
  /** They sum to the duration; OTHER is the time that the robot did not report. */
  phases: z.array(z.object({ phase: z.string(), seconds: z.number() })),
  /** Start of each phase from telemetry; the page draws the timeline from it. */
  timeline: z.array(z.object({ phase: z.string(), at: moment })),
  pauses: z.array(z.object({ at: moment, seconds: z.number(), by: z.string() })),
  battery: z.array(z.object({ at: moment, soc: z.number() })),
  /** Uncleaned floor: one point in each part, and the reason if known. */
  missed: z.array(z.object({ areaId: z.string(), x: z.number(), y: z.number(), reason: z.string() })),
  consumables: z.array(z.object({ id: z.string(), startPct: z.number(), endPct: z.number() })),
  alarms: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      level: z.number().int(),
      text: z.string(),
      raisedAt: moment,
    }),
  ),
  ground: mapGround.nullable(),
  zones: z.array(zone),
  /** No-go and no-clean zones of the map version of the run; floor in them is not missed. */
  closed: z.array(zone.shape.points),
  /** Grey PNG at 0.10 m: value is the number of passes; same origin as the map. */
  coverage: z
    .object({ file: z.string(), resolution: z.number(), originX: z.number(), originY: z.number() })
    .nullable(),
  pictureFault: z.enum(pictureFaults).nullable().default(null),
  /** A server of the version before sends none. */
  driving: reportDriving.nullable().default(null),
  toolWidthM: z.number().nullable(),
  /** Forward positive. A server of the version before sends none. */
  toolOffsetM: z.number().default(0),
});
export type ReportDetail = z.infer<typeof reportDetail>;

export const reportCalls = calls('taskReports', {
  list: {
    method: 'POST',
    path: 'service/task/report/queryWithPage',
    allow: permissions.reportList,
    reads: true,
    input: listInput({
      ...reportFilters,
      sort: sortBy('startedAt', 'cleanedM2', 'coverage', 'seconds').optional(),
    }),
    output: listOf(reportRow),
  },
  detail: {
    method: 'POST',
    path: 'service/task/report/detail',
    allow: permissions.reportList,
    reads: true,
    input: byId,
    output: reportDetail,
  },
  /** The trajectory file of the robot if there is one, else the path from telemetry. */
  path: {
    method: 'POST',
    path: 'service/task/report/path',
    allow: permissions.reportList,
    reads: true,
    input: byId,
    output: z.object({ source: z.enum(['ROBOT', 'STREAM']), points: z.array(trailPoint) }),
  },
  /** The filtered reports as CSV, at most one month; streamed. */
  export: {
    method: 'POST',
    path: 'service/task/report/export',
    kind: 'bytes',
    allow: permissions.reportExport,
    reads: true,
    input: z.strictObject(reportPeriod),
    output: z.unknown(),
  },
});
