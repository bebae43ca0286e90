import { pictureFaults, reportResults, type ReportFlag } from '@sweepline/contract';
import type { XReport } from '@sweepline/contract/robot';
import type { DrivingFigures, FloorFigures } from '@sweepline/map-core';
import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, jsonb, real, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Why a report is implausible. A generated column, so that it is set for every write. */
const flags = sql`array_remove(array[
  case when cleaned_m2 > planned_m2 + 0.01 then 'CLEANED_OVER_PLANNED' end,
  case when least(planned_m2, cleaned_m2, seconds, cleaning_seconds, distance_m, water_l, dirty_water_l, energy_wh) < 0 then 'NEGATIVE' end,
  case when ended_at < started_at then 'ENDS_BEFORE_START' end,
  case when told_started_at is not null or told_ended_at is not null
    or least(started_at, ended_at) < timestamptz '2000-01-01 00:00:00+00'
    or greatest(started_at, ended_at) - received_at > interval '1 day' then 'CLOCK' end
], null)`;

/** The floor figures of one area, measured on the map of the run. */
export interface MeasuredArea extends FloorFigures {
  areaId: string;
}

/** The robot's own floor figures. They stay in the record when the server measures the floor. */
export interface ReportedFloor {
  plannedM2: number | null;
  cleanedM2: number | null;
  uncleanedM2: number | null;
  coverage: number | null;
}

/** The robot's report of a run (docs/protocol/orders.md#xreport). The id is the run's. An unknown value is null, never 0. */
export const taskReports = ownedTable(
  'task_reports',
  {
    deviceId: uuid().notNull(),
    taskId: uuid(),
    mapId: text(),
    /** The verdict: the robot's result, or PARTIAL if it is a success with less than `doneShare` of the floor. Set by a trigger. */
    result: text({ enum: reportResults }).notNull(),
    /** The result as the robot reported it; null for reports before this column. */
    toldResult: text({ enum: reportResults }),
    /** The share of the reachable floor that its site asked for when the report arrived. */
    doneShare: doublePrecision(),
    code: text().notNull(),
    startedAt: moment().notNull(),
    endedAt: moment().notNull(),
    plannedM2: real('planned_m2'),
    cleanedM2: real('cleaned_m2'),
    uncleanedM2: real('uncleaned_m2'),
    /** 0–1: cleaned ÷ (planned − no-go). */
    coverage: real(),
    /** Set when the floor is measured from the path or the coverage picture; see `floorFigures`. */
    noGoM2: real('no_go_m2'),
    reachableM2: real('reachable_m2'),
    /** Planned − no-go: the floor that counts in a coverage. */
    cleanableM2: real('cleanable_m2').generatedAlwaysAs(
      sql`case when planned_m2 is not null then greatest(planned_m2 - coalesce(no_go_m2, 0), 0) end`,
    ),
    measured: jsonb().$type<MeasuredArea[]>(),
    /** The robot's figures that the measured ones replace. */
    reportedFloor: jsonb().$type<ReportedFloor>(),
    /** Measured from the path. */
    driving: jsonb().$type<DrivingFigures>(),
    /** Why the robot's coverage picture is not used. */
    pictureFault: text({ enum: pictureFaults }),
    seconds: real(),
    cleaningSeconds: real(),
    distanceM: real(),
    waterL: real(),
    dirtyWaterL: real(),
    energyWh: real(),
    socStart: real(),
    socEnd: real(),
    charges: integer(),
    replenishes: integer(),
    mopWashes: integer(),
    areas: jsonb().$type<XReport['areas']>().notNull(),
    phases: jsonb().$type<{ phase: string; seconds: number }[]>().notNull(),
    pauses: jsonb().$type<{ at: string; seconds: number; by: string }[]>().notNull(),
    /** Ids in `alarms`. */
    alarmIds: jsonb().$type<string[]>().notNull(),
    /** Missed floor: a point in it and the reason. */
    missed: jsonb().$type<NonNullable<XReport['missed']>>().notNull().default([]),
    consumables: jsonb().$type<{ id: string; startPct: number; endPct: number }[]>().notNull(),
    /** Ids in `files`. A report may arrive without them first and again with them. */
    trajectoryFileId: text(),
    coverageFiles: jsonb().$type<{ mapId: string; fileId: string }[]>().notNull(),
    receivedAt: moment().notNull(),
    /** The robot's times, where its clock is implausible and the times above are computed by the server. */
    toldStartedAt: text(),
    toldEndedAt: text(),
    flags: text().array().$type<ReportFlag[]>().notNull().generatedAlwaysAs(flags),
  },
  (table) => [
    index('task_reports_company').on(table.companyId, table.startedAt),
    index('task_reports_started').on(table.startedAt, table.id),
    index('task_reports_device').on(table.deviceId, table.startedAt),
  ],
);
