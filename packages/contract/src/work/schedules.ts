import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { scheduleException, scheduleWhen } from './schedule-times.ts';
import { becauseAt } from '../grammar/reasons/because.ts';

/** Handling of a start that was not possible when due. */
export const missedPolicies = ['SKIP', 'CATCH_UP'] as const;
/** A start is tried at least this long, because the robot may be reconnecting. */
const graceMin = 2;
export const holidayPolicies = ['RUN', 'SKIP'] as const;

const { taskList, taskCreate, taskUpdate, taskDelete } = permissions;

export const scheduleDefinition = {
  taskId: z.uuid(),
  ...scheduleWhen,
  /** Planned duration in minutes. */
  minutes: z.number().int().min(5).max(1440).default(60),
  missed: z.enum(missedPolicies).default('CATCH_UP'),
  /** Latest start, in minutes after the due time. */
  startLatestMin: z.number().int().min(0).max(240).default(30),
  onHolidays: z.enum(holidayPolicies).default('RUN'),
};

/** Minutes after its due time in which a planned start may still happen, by the server or by the robot itself. */
export const latestMin = ({
  missed,
  startLatestMin,
}: {
  missed: (typeof missedPolicies)[number];
  startLatestMin: number;
}): number => (missed === 'SKIP' ? graceMin : Math.max(graceMin, startLatestMin));

const needsDays = becauseAt('weekdays', 'WEEKDAY_MISSING');
const needsRule = becauseAt('rrule', 'RULE_MISSING');
type RuleFields = {
  kind: string;
  weekdays: number[];
  rrule: string;
};
/** Adds the rules between fields of a schedule. */
const withFieldRules = <T extends z.ZodType<RuleFields>>(shape: T) =>
  shape
    .refine(({ kind, weekdays }) => kind !== 'WEEKLY' || weekdays.length > 0, needsDays)
    .refine(({ kind, rrule }) => kind !== 'RRULE' || rrule !== '', needsRule);

const device = z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() });
export const schedule = z.object({
  id: z.string(),
  ...scheduleDefinition,
  exceptions: z.array(scheduleException),
  enabled: z.boolean(),
  taskName: z.string(),
  device,
  companyName: z.string(),
  nextDueAt: moment.nullable(),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Schedule = z.infer<typeof schedule>;

const saved = { id: z.uuid(), version: z.number().int() };

export const scheduleCalls = calls('schedules', {
  list: {
    method: 'POST',
    path: 'service/schedule/queryWithPage',
    allow: taskList,
    reads: true,
    input: listInput({ taskId: z.uuid().optional(), deviceId: z.uuid().optional() }),
    output: listOf(schedule),
  },
  detail: {
    method: 'POST',
    path: 'service/schedule/detail',
    allow: taskList,
    reads: true,
    input: byId,
    output: schedule,
  },
  create: {
    method: 'POST',
    path: 'service/schedule/add',
    allow: taskCreate,
    input: withFieldRules(z.strictObject(scheduleDefinition)),
    output: schedule,
  },
  update: {
    method: 'POST',
    path: 'service/schedule/update',
    allow: taskUpdate,
    input: withFieldRules(z.strictObject({ ...saved, ...scheduleDefinition })),
    output: schedule,
  },
  setEnabled: {
    method: 'POST',
    path: 'service/schedule/setEnabled',
    allow: taskUpdate,
    input: z.strictObject({ ...saved, enabled: z.boolean() }),
    output: schedule,
  },
  /** Skips or moves one day, or removes its exception. */
  except: {
    method: 'POST',
    path: 'service/schedule/except',
    allow: taskUpdate,
    input: z.strictObject({
      ...saved,
      date: z.iso.date(),
      exception: scheduleException.nullable(),
    }),
    output: schedule,
  },
  remove: {
    method: 'POST',
    path: 'service/schedule/delete',
    allow: taskDelete,
    input: byId,
    output: nothing,
  },
});

/** A day on which schedules may be skipped, for one site or the whole company. */
export const holiday = z.object({
  id: z.string(),
  companyName: z.string(),
  siteId: z.string().nullable(),
  siteName: z.string().nullable(),
  date: z.iso.date(),
  name: z.string(),
});
export type Holiday = z.infer<typeof holiday>;

export const holidayCalls = calls('holidays', {
  list: {
    method: 'POST',
    path: 'service/holiday/queryWithPage',
    allow: taskList,
    reads: true,
    input: listInput({
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      siteId: z.uuid().optional(),
    }),
    output: listOf(holiday),
  },
  add: {
    method: 'POST',
    path: 'service/holiday/add',
    allow: taskUpdate,
    input: z.strictObject({
      date: z.iso.date(),
      name: z.string().trim().min(1).max(60),
      siteId: z.uuid().nullable().default(null),
    }),
    output: holiday,
  },
  remove: {
    method: 'POST',
    path: 'service/holiday/delete',
    allow: taskUpdate,
    input: byId,
    output: nothing,
  },
});
