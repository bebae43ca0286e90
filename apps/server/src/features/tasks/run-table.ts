import { runKinds, runOrigins, runStates } from '@sweepline/contract';
import { bigint, boolean, index, integer, jsonb, real, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** An area as it was when the run began: later edits of the map or the task do not change history. */
export interface RunArea {
  areaId: string;
  name: string;
  /** Metres in the map frame, counter-clockwise. */
  polygon: [number, number][];
  areaM2: number;
  /** Where it is not cleaned as the others. */
  cleaningMode?: string;
  strength?: string;
  repetitions?: number;
}

export interface RunTour {
  stops: { id: string; x: number; y: number }[];
  /** 0: until `until`. */
  loops: number;
  until: string | null;
  audioSlots: number[];
  intervalS: number;
  volume: number;
  led: string;
  speed: number;
}

/** What a run was started with. */
export interface RunPlan {
  cleaningMode: string;
  strength: string;
  repetitions: number;
  strategy: string;
  pattern: string;
  finish: 'CHARGE' | 'PACK' | 'STAY';
  areas: RunArea[];
  /** Where it ends: the charger or the packing point, metres and radians. */
  station?: { id: string; x: number; y: number; theta: number };
  /** Goal of a navigation run. */
  goal?: { x: number; y: number };
  /** A tour: the stops in their order, and what is heard and seen on it. */
  tour?: RunTour;
  taskVersion?: number;
  /** Metres; what the path is painted with. */
  toolWidthM: number;
}

/** One execution of a task, or one drive to a point (protocol 2.6). The id is runId and orderId on the wire. */
export const runs = ownedTable(
  'runs',
  {
    kind: text({ enum: runKinds }).notNull(),
    name: text().notNull(),
    taskId: uuid(),
    deviceId: uuid().notNull(),
    mapId: text(),
    mapVersion: integer(),
    origin: text({ enum: runOrigins }).notNull(),
    state: text({ enum: runStates }).notNull(),
    phase: text().notNull().default(''),
    code: text().notNull().default(''),
    by: text().notNull(),
    /** The run whose rest this one cleans. */
    previousId: uuid(),
    /** Zones that a person left out on the way. */
    skipped: text().array().notNull().default([]),
    /** What a tour came to, by the robot’s own account. */
    toured: jsonb().$type<{ loops: number; seconds: number; plays: number }>(),
    areaIndex: integer().notNull().default(0),
    areaCount: integer().notNull().default(0),
    plannedM2: real('planned_m2'),
    cleanedM2: real('cleaned_m2'),
    /** 0–1. */
    coverage: real(),
    etaS: real(),
    plan: jsonb().$type<RunPlan>().notNull(),
    /** When each phase began, oldest first. */
    phases: jsonb().$type<{ phase: string; at: string }[]>().notNull(),
    createdAt: moment().notNull(),
    startedAt: moment(),
    endedAt: moment(),
    /** Since when it is paused; a pause ends after twelve hours. */
    pausedAt: moment(),
    /** The device has been away for ten minutes or more while the run is open. */
    stale: boolean().notNull().default(false),
    /** Complete, but the robot never sent its report. */
    reportMissing: boolean().notNull().default(false),
    /** `seq` of the newest xTask that counted: an older one, replayed, adds to the timeline and changes nothing else. */
    taskSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** Rises with every change, so that writes that overtake each other cannot bring an old state back. */
    revision: integer().notNull().default(0),
  },
  (table) => [
    index('runs_device').on(table.deviceId, table.createdAt),
    index('runs_task').on(table.taskId, table.createdAt),
    index('runs_company').on(table.companyId, table.createdAt),
    index('runs_created').on(table.createdAt, table.id),
    index('runs_state').on(table.state),
    index('runs_previous').on(table.previousId),
  ],
);
export type RunRow = typeof runs.$inferSelect;
