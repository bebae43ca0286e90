import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { scheduleWhen } from './schedule-times.ts';
import type { runStates } from './task-values.ts';

/** What a planned start came to. */
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
/** A start later than this is late. */
export const lateAfterMs = 300_000;
/** Less than this share of what was planned is short. */
export const shortBelow = 0.95;

interface RunFacts {
  state: (typeof runStates)[number];
  startedAt: string | null;
  coverage: number | null;
  code: string;
}

/** Plan against actual: what a start that was due came to, and why. `row` is what the dispatcher wrote. */
export function outcomeOf(
  row: { state: 'DUE' | 'STARTED' | 'MISSED' | 'SKIPPED'; reason: string; dueAt: string },
  run: RunFacts | null,
): { state: PlannedState; reason: string } {
  // The run is the truth: a robot may have begun by itself after we had given up.
  if (!run) return { state: row.state === 'STARTED' ? 'RUNNING' : row.state, reason: row.reason };
  if (['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'].includes(run.state))
    return { state: 'RUNNING', reason: '' };
  if (run.state === 'FAILED' && run.startedAt === null) return { state: 'MISSED', reason: run.code };
  if (run.state !== 'SUCCESS' || (run.coverage !== null && run.coverage < shortBelow))
    return { state: 'SHORT', reason: run.code };
  const late = run.startedAt !== null && Date.parse(run.startedAt) - Date.parse(row.dueAt) > lateAfterMs;
  return { state: late ? 'LATE' : 'DONE', reason: '' };
}

export const plannedStart = z.object({
  /** Of the schedule and the moment, so that it is the same before and after. */
  key: z.string(),
  scheduleId: z.string(),
  /** The day the plan names. */
  date: z.iso.date(),
  dueAt: moment,
  /** Minutes set aside, or what it took. */
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

/** From past runs: half of them lie between `low` and `high`. */
const spread = z.object({ median: z.number(), low: z.number(), high: z.number() });
export const fitBases = ['TASK', 'DEVICE'] as const;
export const confidences = ['LOW', 'MEDIUM', 'HIGH'] as const;
export const forecast = z.object({
  /** Past runs of this task, or of this device with the same mode, counted by square metre. */
  basis: z.enum(fitBases).nullable(),
  n: z.number().int(),
  confidence: z.enum(confidences).nullable(),
  minutes: spread.nullable(),
  /** Of a full battery, percent. */
  batteryPct: spread.nullable(),
  waterL: spread.nullable(),
  tankL: z.number().nullable(),
  /** Whether three of four runs like these end within the time set aside; null when nothing is known. */
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
  /** Everything planned between two moments, with what became of what is past. */
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
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 62 * 86_400_000, {
        path: ['to'],
        message: 'at most two months',
      }),
    output: listOf(plannedStart).extend({ more: z.boolean() }),
  },
  /** What a plan would mean: its next times, whether it fits, and what it would be in the way of. */
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
