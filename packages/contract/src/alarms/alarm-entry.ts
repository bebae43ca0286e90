import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { keyword } from '../grammar/list.ts';
import { deviceFilter, yesNo } from '../people/notices.ts';
import { alarmFixers, processingStates } from './alarm-values.ts';

/** An account that did something to an alarm. The name is null when the reader does not see the account. */
export const alarmPerson = z.object({ name: z.string().nullable(), mine: z.boolean() });
export type AlarmPerson = z.infer<typeof alarmPerson>;

/** One alarm of a device, open or past. */
export const alarmEntry = z.object({
  id: z.string(),
  code: z.string(),
  /** The protocol's English name; the console translates the codes it knows. */
  name: z.string(),
  /** The robot's own level: 1 to 5, 5 the highest. */
  level: z.number().int(),
  /** The level that the company's settings give this code, else the robot's own. */
  effectiveLevel: z.number().int(),
  type: z.string(),
  /** Text sent by the robot, in the robot's language; may be empty. */
  description: z.string(),
  raisedAt: moment,
  clearedAt: moment.nullable(),
  /** The last raise of an alarm with a count. */
  lastRaisedAt: moment.nullable(),
  /** When people were told; null while they are not. */
  toldAt: moment.nullable(),
  /** The alarm stands, or one of its followers does. */
  isOpen: z.boolean(),
  /** How often it was raised while it was open. */
  count: z.number().int(),
  /** It was raised so often lately that further raises are only counted. */
  isChattering: z.boolean(),
  deviceId: z.string(),
  deviceSn: z.string(),
  deviceName: z.string(),
  deviceCode: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  /** Where the robot was. */
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  runId: z.string().nullable(),
  runName: z.string().nullable(),
  owner: alarmPerson.nullable(),
  acknowledged: alarmPerson.extend({ at: moment }).nullable(),
  processing: z.enum(processingStates),
  processed: alarmPerson.extend({ at: moment, result: z.string() }).nullable(),
  /** Null as soon as the shelf ended. */
  shelved: alarmPerson.extend({ until: moment, reason: z.string() }).nullable(),
  /** The alarms that it brought about. */
  followers: z.object({ count: z.number().int(), open: z.number().int() }),
  /** The alarm that brought it about. */
  causeId: z.string().nullable(),
  fixer: z.enum(alarmFixers),
  /** Counts the changes by people. */
  version: z.number().int(),
  isRead: yesNo,
});
export type AlarmEntry = z.infer<typeof alarmEntry>;

/** The filters of the alarm centre and of its export. */
export const alarmFilters = {
  ...deviceFilter,
  keyword,
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  runId: z.uuid().optional(),
  code: z.array(z.string().max(20)).max(100).optional(),
  /** Effective levels. */
  level: z.array(z.number().int().min(1).max(5)).max(5).optional(),
  /** True: only alarms that stand, or of which a follower stands. False: only those that are over. */
  open: z.boolean().optional(),
  processing: z.enum(processingStates).optional(),
  acknowledged: z.boolean().optional(),
  shelved: z.boolean().optional(),
  ownerId: z.uuid().optional(),
  /** Only alarms that the caller owns. */
  mine: z.boolean().optional(),
  fixer: z.array(z.enum(alarmFixers)).max(alarmFixers.length).optional(),
  /** The followers of an alarm. */
  causeId: z.uuid().optional(),
  /** Without the followers of other alarms. */
  roots: z.boolean().optional(),
};

/** Acts of people on an alarm. */
export const alarmActKinds = [
  'ACKNOWLEDGED',
  'WITHDRAWN',
  'ASSIGNED',
  'COMMENTED',
  'SHELVED',
  'UNSHELVED',
  'PROCESSED',
  'REMINDED',
] as const;
export type AlarmActKind = (typeof alarmActKinds)[number];

/** What a person did to an alarm. */
export const alarmAct = z.object({
  id: z.string(),
  kind: z.enum(alarmActKinds),
  at: moment,
  by: alarmPerson,
  /** Comment, result or reason; may be empty. */
  text: z.string(),
  /** The end of a shelf. */
  until: moment.nullable(),
  /** The new owner of an assignment; null when the owner was removed. */
  owner: alarmPerson.nullable(),
  /** Minutes between reminders: 0 for none, null for those of the policy. */
  minutes: z.number().int().nullable(),
});
export type AlarmAct = z.infer<typeof alarmAct>;
