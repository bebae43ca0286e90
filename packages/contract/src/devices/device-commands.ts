import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { commandJob } from './device-live.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** A command's life, protocol 2.1.2. Nothing in the console claims success before the robot did. */
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
/** Whether nothing can come of it any more, but for a robot's late word. */
export const isOverCommand = ({ status }: { status: CommandState }) =>
  (finalCommandStates as readonly CommandState[]).includes(status);
/** Ended otherwise than it was meant to, and by nobody's wish. */
export const failedCommandStates = ['FAILED', 'REJECTED', 'EXPIRED', 'TIMED_OUT'] as const;

/** Why somebody gives a command, in their own words; it stands in the ledger beside it. */
export const commandReason = z.string().trim().max(200).default('');

export const command = z.object({
  id: z.string(),
  deviceId: z.string(),
  type: z.string(),
  status: z.enum(commandStates),
  /** Reply code of Annex A when it did not succeed. */
  code: z.string(),
  message: z.string(),
  by: z.string(),
  reason: z.string(),
  /** How often it was sent since it last waited. */
  attempts: z.number().int(),
  createdAt: moment,
  /** First sent, first answered, accepted, begun, ended. */
  sentAt: moment.nullable(),
  repliedAt: moment.nullable(),
  acceptedAt: moment.nullable(),
  runningAt: moment.nullable(),
  endedAt: moment.nullable(),
  /** Until when it waits for the device. */
  expiresAt: moment,
  /** The robot's end came after it had been given up or taken back. */
  late: z.boolean(),
  /** Who took it back; empty when nobody did. */
  canceledBy: z.string(),
});
export type Command = z.infer<typeof command>;

/** Milliseconds from its sending to the robot's first word; null while there is none. */
export const roundTripMs = ({ sentAt, repliedAt }: Pick<Command, 'sentAt' | 'repliedAt'>) =>
  sentAt === null || repliedAt === null ? null : Date.parse(repliedAt) - Date.parse(sentAt);

/** A command with whose it is: a row of the ledger across the fleet. */
export const commandRow = command.extend({
  /** Null when the device has been deleted since. */
  device: z.object({ sn: z.string(), nickname: z.string(), model: z.string() }).nullable(),
  companyName: z.string(),
  /** What it began at the robot, once the robot has it: the command itself has then succeeded. */
  job: commandJob.nullable(),
});
export type CommandRow = z.infer<typeof commandRow>;

const open = z.record(z.string(), z.unknown());
export const commandDetail = commandRow.extend({
  lane: z.string(),
  /** DEFERRED waits for the device, INTERACTIVE does not, ACTION is a VDA action and not a command of ours. */
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
  /** Only what has not ended, or only what ended badly. */
  only: z.enum(['OPEN', 'FAILED']).optional(),
  by: z.string().trim().max(64).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

const { deviceList, deviceOperate } = permissions;

/** The ledger of commands, protocol 2.1.2: what robots were told, by whom and why, and what became of it. */
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
  /** The day's figures and the last 24 hours by the hour of the reader's time zone. */
  figures: {
    method: 'POST',
    path: 'service/device/command/figures',
    allow: deviceList,
    reads: true,
    input: z.strictObject({ timezone: z.string().max(64) }),
    output: z.object({
      open: z.number().int(),
      failedToday: z.number().int(),
      givenToday: z.number().int(),
      /** Of the last 24 hours; null when nothing was answered. */
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
  export: {
    method: 'POST',
    path: 'service/device/command/export',
    kind: 'bytes',
    allow: deviceList,
    reads: true,
    input: z.strictObject(filters),
    output: z.unknown(),
  },
  /** Takes back what the robot has not accepted yet. */
  cancel: {
    method: 'POST',
    path: 'service/device/command/cancel',
    allow: deviceOperate,
    input: byId,
    output: command,
  },
});

/** What an open or past alarm says; the alarm centre adds the rest. */
export const alarm = z.object({
  id: z.string(),
  code: z.string(),
  level: z.number().int(),
  text: z.string(),
  raisedAt: moment,
  clearedAt: moment.nullable(),
});
