import { z } from 'zod';
import { lastDayOf, readRecurrence, recurrenceDates, weekdayCodes } from './recurrence/recurrence.ts';
import { dateAt, laterDate, momentOf } from '../robot/zone-time.ts';
import { because } from '../grammar/reasons/because.ts';
import { timeZone } from '../grammar/time-zone.ts';
import { weekday } from '../grammar/weekday.ts';

export const scheduleKinds = ['ONCE', 'DAILY', 'WEEKLY', 'RRULE'] as const;
const date = z.iso.date();
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('TIME'));

/** An exception of one day: skipped, or moved to another time. */
export const scheduleException = z.union([
  z.strictObject({ kind: z.literal('SKIP'), date }),
  z.strictObject({ kind: z.literal('MOVE'), date, toDate: date, toTime: clock }),
]);
export type ScheduleException = z.infer<typeof scheduleException>;

/** Rule of a schedule: days, local time and time zone. */
export const scheduleWhen = {
  kind: z.enum(scheduleKinds),
  startDate: date,
  endDate: date.nullable().default(null),
  time: clock,
  /** For WEEKLY. */
  weekdays: z.array(weekday).max(7).default([]),
  /** For RRULE: the day rules of RFC 5545. */
  rrule: z
    .string()
    .max(200)
    .default('')
    .refine((text) => text === '' || readRecurrence(text) !== undefined, because('RULE_UNREADABLE')),
  timezone: timeZone,
};
const when = z.object(scheduleWhen);
export type ScheduleWhen = z.output<typeof when>;

export interface Timed extends ScheduleWhen {
  exceptions: readonly ScheduleException[];
}

export interface DueTime {
  /** The day of the rule, before a move; exceptions refer to it. */
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
  if (kind === 'WEEKLY') return `FREQ=WEEKLY;BYDAY=${weekdays.map((day) => weekdayCodes[day - 1]).join(',')}`;
  return kind === 'DAILY' ? 'FREQ=DAILY' : 'FREQ=DAILY;COUNT=1';
}

/** The days of a schedule's rule between two days, without exceptions. */
export function scheduleDates(schedule: ScheduleWhen, from: string, to: string): string[] {
  const { startDate, endDate, time, timezone } = schedule;
  const rule = readRecurrence(rruleOf(schedule));
  if (!rule) return [];
  const until = rule.until && lastDayOf(rule.until, time, timezone);
  const [last = to] = [to, endDate, until].filter((day) => typeof day === 'string').toSorted();
  return recurrenceDates(rule, startDate, from, last);
}

const movedOf = ({ exceptions, timezone }: Timed): DueTime[] =>
  exceptions.flatMap((exception) =>
    exception.kind === 'MOVE'
      ? [
          {
            date: exception.date,
            dueMs: momentOf(exception.toDate, exception.toTime, timezone),
            moved: true,
          },
        ]
      : [],
  );

/**
 * Due times of a schedule after `fromMs` and up to `toMs`, in UTC milliseconds, the earliest first. A local time skipped by
 * daylight saving is due at the first minute after the gap; a repeated one is due once, at the first.
 */
export function dueTimes(schedule: Timed, fromMs: number, toMs: number): DueTime[] {
  const { timezone, time, exceptions } = schedule;
  const days = scheduleDates(
    schedule,
    laterDate(dateAt(fromMs, timezone), -1),
    laterDate(dateAt(toMs, timezone), 1),
  );
  const exceptionDays = new Set(exceptions.map((exception) => exception.date));
  const usual = days
    .filter((day) => !exceptionDays.has(day))
    .map((day) => ({ date: day, dueMs: momentOf(day, time, timezone), moved: false }));
  return [...usual, ...movedOf(schedule)]
    .filter(({ dueMs }) => dueMs > fromMs && dueMs <= toMs)
    .toSorted((a, b) => a.dueMs - b.dueMs);
}

/** Search horizon for the next due time; a leap day is at most eight years away. */
const farMs = 9 * 366 * 86_400_000;
const stepsMs = [40 * 86_400_000, 400 * 86_400_000, farMs] as const;

/** The first due time after a moment; null when there is none. */
export function nextDue(schedule: Timed, afterMs: number): DueTime | null {
  for (const stepMs of stepsMs) {
    const [first] = dueTimes(schedule, afterMs, afterMs + stepMs);
    if (first) return first;
  }
  return null;
}
