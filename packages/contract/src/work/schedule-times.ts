import { z } from 'zod';
import { readRecurrence, recurrenceDates, weekdayCodes } from './recurrence.ts';
import { dateAt, laterDate, momentOf } from '../robot/zone-time.ts';

export const scheduleKinds = ['ONCE', 'DAILY', 'WEEKLY', 'RRULE'] as const;
const date = z.iso.date();
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** One day of a schedule that is otherwise: left out, or at another time. */
export const scheduleException = z.union([
  z.strictObject({ kind: z.literal('SKIP'), date }),
  z.strictObject({ kind: z.literal('MOVE'), date, toDate: date, toTime: clock }),
]);
export type ScheduleException = z.infer<typeof scheduleException>;

/** When: days by a rule, a time of day, and the zone whose clocks count. */
export const scheduleWhen = {
  kind: z.enum(scheduleKinds),
  startDate: date,
  endDate: date.nullable().default(null),
  time: clock,
  /** Of WEEKLY; 0 is Monday. */
  weekdays: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  /** Of RRULE: what RFC 5545 allows by days. */
  rrule: z
    .string()
    .max(200)
    .default('')
    .refine((text) => text === '' || readRecurrence(text) !== undefined, 'not a rule of days'),
  /** IANA; whether there is such a zone is asked by who keeps the plan. */
  timezone: z.string().min(1).max(60),
};
const when = z.object(scheduleWhen);
export type ScheduleWhen = z.output<typeof when>;

export interface Timed extends ScheduleWhen {
  exceptions: readonly ScheduleException[];
}

export interface DueTime {
  /** The day the rule names; what exceptions and people speak of. */
  date: string;
  dueMs: number;
  moved: boolean;
}

/** The rule of a schedule as an RRULE. */
export function rruleOf({
  kind,
  weekdays,
  rrule,
}: Pick<ScheduleWhen, 'kind' | 'weekdays' | 'rrule'>): string {
  if (kind === 'RRULE') return rrule;
  if (kind === 'WEEKLY') return `FREQ=WEEKLY;BYDAY=${weekdays.map((it) => weekdayCodes[it]).join(',')}`;
  return kind === 'DAILY' ? 'FREQ=DAILY' : 'FREQ=DAILY;COUNT=1';
}

/** The days a schedule's rule names between two days, without its exceptions. */
export function scheduleDates(schedule: ScheduleWhen, from: string, to: string): string[] {
  const rule = readRecurrence(rruleOf(schedule));
  const last = schedule.endDate !== null && schedule.endDate < to ? schedule.endDate : to;
  return rule ? recurrenceDates(rule, schedule.startDate, from, last) : [];
}

const movedOf = ({ exceptions, timezone }: Timed): DueTime[] =>
  exceptions.flatMap((it) =>
    it.kind === 'MOVE'
      ? [{ date: it.date, dueMs: momentOf(it.toDate, it.toTime, timezone), moved: true }]
      : [],
  );

/**
 * When a schedule is due: after `fromMs` and up to `toMs`, the earliest first, in UTC milliseconds. Times are those of its zone:
 * one that the clocks pass over is the next minute that exists, one they show twice counts once, at the first.
 */
export function dueTimes(schedule: Timed, fromMs: number, toMs: number): DueTime[] {
  const { timezone, time, exceptions } = schedule;
  const days = scheduleDates(
    schedule,
    laterDate(dateAt(fromMs, timezone), -1),
    laterDate(dateAt(toMs, timezone), 1),
  );
  const other = new Set(exceptions.map((it) => it.date));
  const usual = days
    .filter((day) => !other.has(day))
    .map((day) => ({ date: day, dueMs: momentOf(day, time, timezone), moved: false }));
  return [...usual, ...movedOf(schedule)]
    .filter(({ dueMs }) => dueMs > fromMs && dueMs <= toMs)
    .toSorted((a, b) => a.dueMs - b.dueMs);
}

/** How far ahead a schedule is looked at: a leap day is eight years away at most. */
const farMs = 9 * 366 * 86_400_000;
const stepsMs = [40 * 86_400_000, 400 * 86_400_000, farMs] as const;

/** The first time a schedule is due after a moment; null when it never is again. */
export function nextDue(schedule: Timed, afterMs: number): DueTime | null {
  for (const stepMs of stepsMs) {
    const [first] = dueTimes(schedule, afterMs, afterMs + stepMs);
    if (first) return first;
  }
  return null;
}
