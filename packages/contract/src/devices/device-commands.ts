import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { commandJob } from './device-live.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { timeZone } from '../grammar/time-zone.ts';

/**
 * States of a command: docs/protocol/commands.md#life-of-a-command. The console shows success only after the robot
 * reported it.
 */
export const commandStates = [
  'QUEUED',
  'SENT',
  'ACCEPTED',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'TIMED_OUT',
] as const;
export const finalCommandStates = [
  'SUCCEEDED',
  'FAILED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'TIMED_OUT',
] as const;

type CommandState = (typeof commandStates)[number];
/** Whether the command has ended; the robot may still send a late reply. */
export const isOverCommand = ({ status }: { status: CommandState }) =>
  (finalCommandStates as readonly CommandState[]).includes(status);
/** Final states of a failed command; a canceled command is not a failure. */
export const failedCommandStates = ['FAILED', 'REJECTED', 'EXPIRED', 'TIMED_OUT'] as const;

/** Free text of the user who issues a command; the command history shows it. */
export const commandReason = z.string().trim().max(200).default('');

export const command = z.object({
  id: z.string(),
  deviceId: z.string(),
  type: z.string(),
  status: z.enum(commandStates),
  /** Result code when it did not succeed: docs/protocol/codes.md#result-codes. */
  code: z.string(),
  message: z.string(),
  by: z.string(),
  reason: z.string(),
  /** How often it was sent since it was last queued. */
  attempts: z.number().int(),
  createdAt: moment,
  /** When it was first sent, first answered, accepted, started and ended. */
  sentAt: moment.nullable(),
  repliedAt: moment.nullable(),
  acceptedAt: moment.nullable(),
  runningAt: moment.nullable(),
  endedAt: moment.nullable(),
  /** When it expires if the device does not come online. */
  expiresAt: moment,
  /** The robot's final reply arrived after the command had timed out or was canceled. */
  late: z.boolean(),
  /** Who canceled it; empty when it was not canceled. */
  canceledBy: z.string(),
});
export type Command = z.infer<typeof command>;

/** Milliseconds from sending to the robot's first reply; null while there is none. */
export const roundTripMs = ({ sentAt, repliedAt }: Pick<Command, 'sentAt' | 'repliedAt'>) =>
  sentAt === null || repliedAt === null ? null : Date.parse(repliedAt) - Date.parse(sentAt);

/** A command with its device and company: a row of the fleet's command history. */
export const commandRow = command.extend({
  /** Null when the device has been deleted since. */
  device: z.object({ sn: z.string(), nickname: z.string(), model: z.string() }).nullable(),
  companyName: z.string(),
  /** The job it started at the robot. The command itself succeeds when the robot has stored the job. */
  job: commandJob.nullable(),
});
export type CommandRow = z.infer<typeof commandRow>;

const open = z.record(z.string(), z.unknown());
export const commandDetail = commandRow.extend({
  lane: z.string(),
  /** DEFERRED waits for the device, INTERACTIVE does not, ACTION is a VDA 5050 instant action. */
  class: z.string(),
  params: open,
  result: open.nullable(),
});
export type CommandDetail = z.infer<typeof commandDetail>;

const filters = {
  keyword,
  deviceId: z.uuid().optional(),
  type: z.array(z.string().max(64)).max(40).optional(),
  status: z.array(z.enum(commandStates)).optional(),
  /** Only commands that have not ended, or only failed ones. */
  only: z.enum(['OPEN', 'FAILED']).optional(),
  by: z.string().trim().max(64).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

const { deviceList, deviceOperate } = permissions;

/** The command history: which command, by whom, why, and with what result. */
export const commandCalls = calls('commands', {
  list: {
    method: 'POST',
    path: 'service/device/command/queryWithPage',
    allow: deviceList,
    reads: true,
    input: listInput(filters),
    output: listOf(commandRow),
  },
  detail: {
    method: 'POST',
    path: 'service/device/command/detail',
    allow: deviceList,
    reads: true,
    input: byId,
    output: commandDetail,
  },
  /** Counts of today, and of the last 24 hours by hour, in the reader's time zone. */
  figures: {
    method: 'POST',
    path: 'service/device/command/figures',
    allow: deviceList,
    reads: true,
    input: z.strictObject({ timezone: timeZone }),
    output: z.object({
      open: z.number().int(),
      failedToday: z.number().int(),
      givenToday: z.number().int(),
      /** Of the last 24 hours; null when no command was answered. */
      medianRoundTripMs: z.number().nullable(),
      bars: z.array(
        z.object({
          at: moment,
          succeeded: z.number().int(),
          failed: z.number().int(),
          other: z.number().int(),
        }),
      ),
    }),
  },
  /** At most a month, oldest first, as CSV. */
  export: {
    method: 'POST',
    path: 'service/device/command/export',
    kind: 'bytes',
    allow: deviceList,
    reads: true,
    input: z.strictObject({ ...filters, from: moment, to: moment }),
    output: z.unknown(),
  },
  /** Cancels a command that the robot has not accepted yet. */
  cancel: {
    method: 'POST',
    path: 'service/device/command/cancel',
    allow: deviceOperate,
    input: byId,
    output: command,
  },
});

/** Summary of an alarm on the device page; `alarmEntry` has all fields. */
export const alarm = z.object({
  id: z.string(),
  code: z.string(),
  level: z.number().int(),
  text: z.string(),
  raisedAt: moment,
  clearedAt: moment.nullable(),
});
