import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { because } from '../grammar/reasons/because.ts';
import { permissions } from '../grammar/permissions.ts';
import { maxAlarmsAtOnce } from './alarm-values.ts';
import { escalationLimits } from './escalation-values.ts';

/** The alarms of an act, each in the version that was read. */
const targets = z
  .array(z.strictObject({ id: z.uuid(), version: z.number().int().min(1) }))
  .min(1)
  .max(maxAlarmsAtOnce)
  .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, because('DUPLICATE_ENTRY'));
const words = (max: number) => z.string().trim().min(1).max(max);

const results = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      done: z.boolean(),
      /** 200, else the code of the refusal. A foreign and an unknown id are both 404. */
      code: z.number().int(),
      /** Why it was refused, in the caller's language; empty when it was done. */
      reason: z.string(),
      /** Who came first and when, as far as the caller sees the account. */
      who: z.string().nullable(),
      when: moment.nullable(),
      /** The version after the act; null when it was refused. */
      version: z.number().int().nullable(),
    }),
  ),
});
export type AlarmActResult = z.infer<typeof results>['results'][number];

const act = <F extends z.ZodRawShape>(
  name: string,
  allow: (typeof permissions)['alarmList' | 'alarmAcknowledge' | 'alarmProcess' | 'alarmShelve'],
  fields: F,
) => ({
  method: 'POST' as const,
  path: `service/device/alarm/${name}`,
  allow,
  input: z.strictObject({ alarms: targets, ...fields }),
  output: results,
});

/** Acts of people on up to 200 alarms at once, with a result per alarm. */
export const alarmActCalls = calls('alarms', {
  acknowledge: act('acknowledge', permissions.alarmAcknowledge, {}),
  /** Withdraws an acknowledgement of the caller that is at most a minute old. Who would have been told meanwhile is told now. */
  withdraw: act('withdraw', permissions.alarmAcknowledge, {}),
  /** The owner is an account that the caller sees and that may see the alarm; null for none. */
  assign: act('assign', permissions.alarmAcknowledge, { ownerId: z.uuid().nullable() }),
  comment: act('comment', permissions.alarmAcknowledge, { text: words(1_000) }),
  /** Final: a later raise is a new alarm. */
  process: act('process', permissions.alarmProcess, { result: words(1_000) }),
  /** Takes the acknowledgement away. At most 30 days ahead. */
  shelve: act('shelve', permissions.alarmShelve, { until: moment, reason: words(200) }),
  /** Ends a shelf by hand, which acknowledges the alarm. */
  unshelve: act('unshelve', permissions.alarmShelve, {}),
  /** Minutes between the reminders of these alarms alone: 0 for none, null for those of their policies. */
  remind: act('remind', permissions.alarmAcknowledge, {
    minutes: z.number().int().min(0).max(escalationLimits.remindMinutes).nullable(),
  }),
});
