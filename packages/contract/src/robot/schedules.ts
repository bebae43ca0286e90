import { z } from 'zod';
import { dateAt, laterDate, momentOf, weekdayOf } from './zone-time.ts';

const date = z.iso.date();
const place = z.tuple([z.number(), z.number()]);

/** A task as stored by a robot, with all data of an order, so the robot can start it while offline. */
export const robotTask = z.object({
  taskId: z.uuid(),
  version: z.number().int(),
  name: z.string().max(60),
  mapId: z.string(),
  areas: z.array(
    z.object({
      areaId: z.string(),
      polygon: z.array(place).min(3),
      cleaningMode: z.string(),
      strength: z.string(),
      repetitions: z.number().int().min(1).max(99),
    }),
  ),
  strategy: z.string(),
  pattern: z.string(),
  finish: z.enum(['CHARGE', 'PACK', 'STAY']),
});
export type RobotTask = z.infer<typeof robotTask>;
/** The section `tasks`, keyed by task id. */
export const taskSection = z.object({ tasks: z.record(z.string(), robotTask) });

/**
 * One schedule as stored by a robot: docs/protocol/settings.md#schedules. Rules that weekdays cannot express are sent as
 * single days.
 */
export const robotSchedule = z.object({
  scheduleId: z.uuid(),
  taskId: z.uuid(),
  enabled: z.boolean(),
  rule: z.object({
    type: z.enum(['ONCE', 'DAILY', 'WEEKLY']),
    /** The day for ONCE, otherwise the first day. */
    date,
    /** The last day. */
    until: date.optional(),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    /** On the wire, 0 is Monday. */
    weekdays: z.array(z.number().int().min(0).max(6)).optional(),
  }),
  timezone: z.string(),
  startLatestMin: z.number().int().min(0).max(240),
  skipDates: z.array(date),
});
export type RobotSchedule = z.infer<typeof robotSchedule>;
/** The section `schedules`. */
export const scheduleSection = z.object({ schedules: z.array(robotSchedule) });

/** A weekday of ISO 8601 as robots get it: 0 is Monday. */
export const wireWeekday = (weekday: number): number => weekday - 1;

const fits = ({ rule, skipDates }: RobotSchedule, day: string): boolean => {
  if (day < rule.date || (rule.until !== undefined && day > rule.until) || skipDates.includes(day))
    return false;
  if (rule.type === 'ONCE') return day === rule.date;
  return rule.type === 'DAILY' || (rule.weekdays?.includes(wireWeekday(weekdayOf(day))) ?? false);
};

/** Due times of a schedule after `fromMs` and up to `toMs`, in milliseconds. It loops by day: pass a few days at most. */
export function robotDueTimes(schedule: RobotSchedule, fromMs: number, toMs: number): number[] {
  const { timezone, rule, enabled } = schedule;
  if (!enabled) return [];
  const last = laterDate(dateAt(toMs, timezone), 1);
  const dueTimes: number[] = [];
  for (let day = laterDate(dateAt(fromMs, timezone), -1); day <= last; day = laterDate(day, 1)) {
    if (!fits(schedule, day)) continue;
    const dueMs = momentOf(day, rule.time, timezone);
    if (dueMs > fromMs && dueMs <= toMs) dueTimes.push(dueMs);
  }
  return dueTimes;
}
