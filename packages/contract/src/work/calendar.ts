import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { scheduleWhen } from './schedule-times.ts';
import type { reportResults } from './report-filters.ts';
import type { runStates } from './task-values.ts';
import { becauseAt } from '../grammar/reasons/because.ts';

/** Outcomes of a planned start. */
export const plannedStates = [
  'PLANNED',
  'DUE',
  'RUNNING',
  'DONE',
  'LATE',
  'SHORT',
  'MISSED',
  'SKIPPED',
] as const;
export type PlannedState = (typeof plannedStates)[number];
/** A start with a longer delay is LATE. */
export const lateAfterMs = 300_000;
const maxCalendarDays = 62;

interface RunFacts {
  state: (typeof runStates)[number];
  startedAt: string | null;
  code: string;
  /** The verdict of its report; null without a report. */
  result: (typeof reportResults)[number] | null;
}

/** Outcome of a due start and its reason. `row` is the entry of the dispatcher, `run` the run if there is one. */
export function outcomeOf(
  row: { state: 'DUE' | 'STARTED' | 'MISSED' | 'SKIPPED'; reason: string; dueAt: string },
  run: RunFacts | null,
): { state: PlannedState; reason: string } {
  // The run takes precedence: a robot may start by itself after the dispatcher has recorded a miss.
  if (!run)
    return row.state === 'STARTED'
      ? { state: 'RUNNING', reason: '' }
      : { state: row.state, reason: row.reason };
  if (['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'].includes(run.state))
    return { state: 'RUNNING', reason: '' };
  // The robot says only that its time was over; the server knows what it was refused for.
  const missedFor = run.code === 'SCHEDULE_MISSED' && row.reason !== '' ? row.reason : run.code;
  if (run.state === 'FAILED' && run.startedAt === null) return { state: 'MISSED', reason: missedFor };
  if (run.state !== 'SUCCESS' || (run.result !== null && run.result !== 'SUCCESS'))
    return { state: 'SHORT', reason: run.code };
  const late = run.startedAt !== null && Date.parse(run.startedAt) - Date.parse(row.dueAt) > lateAfterMs;
  return { state: late ? 'LATE' : 'DONE', reason: '' };
}

export const plannedStart = z.object({
  /** Made of schedule and due time, so it is equal before and after the start. */
  key: z.string(),
  scheduleId: z.string(),
  /** The day of the rule, before a move. */
  date: z.iso.date(),
  dueAt: moment,
  /** Planned minutes, or the actual ones. */
  minutes: z.number(),
  moved: z.boolean(),
  recurring: z.boolean(),
  enabled: z.boolean(),
  taskId: z.string(),
  taskName: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  timezone: z.string(),
  state: z.enum(plannedStates),
  reason: z.string(),
  runId: z.string().nullable(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  coverage: z.number().nullable(),
});
export type PlannedStart = z.infer<typeof plannedStart>;

/** Quartiles of past runs: half of them are between `low` and `high`. */
const spread = z.object({ median: z.number(), low: z.number(), high: z.number() });
export const fitBases = ['TASK', 'DEVICE'] as const;
export const confidences = ['LOW', 'MEDIUM', 'HIGH'] as const;
export const forecast = z.object({
  /** Past runs of this task, or of this device with the same mode, scaled by area. */
  basis: z.enum(fitBases).nullable(),
  n: z.number().int(),
  confidence: z.enum(confidences).nullable(),
  minutes: spread.nullable(),
  /** Percent of a full battery. */
  batteryPct: spread.nullable(),
  waterL: spread.nullable(),
  tankL: z.number().nullable(),
  /** Whether 75 % of such runs end within the planned time; null when unknown. */
  fits: z.boolean().nullable(),
});
export type Forecast = z.infer<typeof forecast>;

export const conflict = z.object({
  kind: z.enum(['DEVICE', 'ZONE']),
  at: moment,
  scheduleId: z.string(),
  taskName: z.string(),
  deviceName: z.string(),
  zoneName: z.string().nullable(),
});
export type Conflict = z.infer<typeof conflict>;

const { taskList } = permissions;

export const calendarCalls = calls('calendar', {
  /** Planned starts between two moments, with the outcome of past ones. */
  range: {
    method: 'POST',
    path: 'service/calendar/range',
    allow: taskList,
    reads: true,
    input: z
      .strictObject({
        from: moment,
        to: moment,
        deviceId: z.uuid().optional(),
        siteId: z.uuid().optional(),
        taskId: z.uuid().optional(),
      })
      .refine(
        ({ from, to }) => Date.parse(to) - Date.parse(from) <= maxCalendarDays * 86_400_000,
        becauseAt('to', 'TOO_MANY_DAYS', { days: maxCalendarDays }),
      ),
    output: listOf(plannedStart).extend({ more: z.boolean() }),
  },
  /** Checks a plan before it is saved: next times, conflicts, holidays and forecast. */
  check: {
    method: 'POST',
    path: 'service/calendar/check',
    allow: taskList,
    reads: true,
    input: z.strictObject({
      scheduleId: z.uuid().optional(),
      taskId: z.uuid(),
      ...scheduleWhen,
      minutes: z.number().int().min(5).max(1440),
    }),
    output: z.object({
      next: z.array(moment),
      conflicts: z.array(conflict),
      holidays: z.array(z.object({ date: z.iso.date(), name: z.string() })),
      forecast,
    }),
  },
});
