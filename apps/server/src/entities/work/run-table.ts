import { runKinds, runOrigins, runStates } from '@sweepline/contract';
import { bigint, boolean, index, integer, jsonb, real, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** An area at the start of the run. Later changes of the map or task do not affect it. */
export interface RunArea {
  areaId: string;
  name: string;
  /** Metres in the map frame, counter-clockwise. */
  polygon: [number, number][];
  areaM2: number;
  /** Set where the area differs from the plan. */
  cleaningMode?: string;
  strength?: string;
  repetitions?: number;
}

export interface RunTour {
  stops: { id: string; x: number; y: number }[];
  /** 0 for no limit: the tour ends at `until`. */
  loops: number;
  until: string | null;
  /** Names of sounds; numbers in runs of an earlier version. */
  audioSlots: (string | number)[];
  intervalS: number;
  volume: number;
  led: string;
  speed: number;
}

/** The parameters of a run. */
export interface RunPlan {
  cleaningMode: string;
  strength: string;
  repetitions: number;
  strategy: string;
  pattern: string;
  finish: 'CHARGE' | 'PACK' | 'STAY';
  areas: RunArea[];
  /** End point: the charger or the packing point, in metres and radians. */
  station?: { id: string; x: number; y: number; theta: number };
  /** Goal of a navigation run. */
  goal?: { x: number; y: number };
  /** Stops of a tour in order, with its sound and light. */
  tour?: RunTour;
  taskVersion?: number;
  /** The cleaning tool and the body in metres, as declared at the start; runs of earlier versions have only the width. */
  toolWidthM: number;
  toolOffsetM?: number;
  bodyWidthM?: number;
  /** Highest speed in m/s; null if it is not declared. */
  maxSpeedMps?: number | null;
}

/** One execution of a task, or one drive to a point. The id is runId and orderId of the protocol (docs/protocol/orders.md#runs). */
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
    /** The run whose unfinished areas this run cleans. */
    previousId: uuid(),
    /** Zones that a user skipped during the run. */
    skipped: text().array().notNull().default([]),
    /** Result of a tour, as the robot reported it. */
    toured: jsonb().$type<{ loops: number; seconds: number; plays: number }>(),
    areaIndex: integer().notNull().default(0),
    areaCount: integer().notNull().default(0),
    plannedM2: real('planned_m2'),
    cleanedM2: real('cleaned_m2'),
    /** 0–1. */
    coverage: real(),
    etaS: real(),
    plan: jsonb().$type<RunPlan>().notNull(),
    /** Start of each phase, oldest first. */
    phases: jsonb().$type<{ phase: string; at: string }[]>().notNull(),
    createdAt: moment().notNull(),
    startedAt: moment(),
    endedAt: moment(),
    /** Start of the current pause. A pause ends after twelve hours. */
    pausedAt: moment(),
    /** The device has been offline for at least ten minutes while the run is open. */
    stale: boolean().notNull().default(false),
    /** The run is complete, but the robot did not send its report. */
    reportMissing: boolean().notNull().default(false),
    /** `seq` of the newest applied xTask. A replayed older message adds to the timeline and changes nothing else. */
    taskSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** Increases with every change, so that a late write cannot restore an old state. */
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
