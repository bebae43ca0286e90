import { z } from 'zod';
import { moment } from '../../grammar/call.ts';
import { approvalFaults } from '../../grammar/approvals.ts';
import type { Topic } from '../../topics.ts';

/** A shell on a robot over SSH: docs/protocol/shell.md#session. The first four states come before the robot is asked. */
export const shellStates = [
  'REQUESTED',
  'APPROVED',
  'REFUSED',
  'EXPIRED',
  'STARTING',
  'RUNNING',
  'STOPPING',
  'CLOSED',
  'START_FAILED',
  'STOP_FAILED',
] as const;
export type ShellState = (typeof shellStates)[number];

/** Why a shell did not start, or ended. */
export const shellReasons = [
  /** By the person who requested it, or by another one: `endedBy`. */
  'ENDED',
  /** The shell itself ended, for example by `exit`. */
  'EXITED',
  'TIME_UP',
  /** As much output as is recorded at most. */
  'OUTPUT_FULL',
  'IDLE',
  'LOST',
  'OFFLINE',
  'RIGHT_ENDED',
  'RESTARTED',
  /** The host key is not the one that the robot reported. */
  'HOST_KEY',
  /** The robot did not accept the certificate. */
  'CERTIFICATE',
  'TIMED_OUT',
  'UNSUPPORTED',
  'BUSY',
  'STREAM',
  'REFUSED',
] as const;
export type ShellReason = (typeof shellReasons)[number];

/** Whose approval a shell needs: that of a second person of the requester's company, and that of the robot's company. */
export const shellSides = ['REQUESTER', 'OWNER'] as const;
export type ShellSide = (typeof shellSides)[number];

export const shellRules = {
  maxMinutes: 30,
  /** Without input for this time the shell ends. */
  idleMs: 5 * 60_000,
  /** The robot may return within this time, and the shell goes on. */
  lostMs: 15_000,
  /** A request that is not approved by then expires, and so does an approval that is not used. */
  openWithinMs: 30 * 60_000,
  /** Characters of one message of input. */
  maxInput: 4_096,
  /** Output of one session that is kept. The shell ends when it is reached. */
  maxOutput: 4_000_000,
  keptDays: 180,
} as const;

const person = z.object({ accountId: z.string(), name: z.string(), company: z.string() });

export const shellSession = z.object({
  id: z.string(),
  /** Null after the robot went to another company. */
  device: z.object({ id: z.string(), nickname: z.string(), sn: z.string() }).nullable(),
  /** The company that had the robot. */
  deviceCompany: z.string(),
  requester: person,
  reason: z.string(),
  minutes: z.number().int(),
  state: z.enum(shellStates),
  /** Of an end or a failed start. */
  endReason: z.enum(shellReasons).nullable(),
  /** Who ended or refused it, if not the requester. */
  endedBy: z.string(),
  /** Why it was refused. */
  refusal: z.string(),
  requestedAt: moment,
  /** The approvals that it needs; those given have a person. */
  approvals: z.array(z.object({ side: z.enum(shellSides), by: person.nullable(), at: moment.nullable() })),
  /** A super admin opened it without the approvals. */
  brokeGlass: z.boolean(),
  openedAt: moment.nullable(),
  /** When it ends at the latest. */
  endsAt: moment.nullable(),
  endedAt: moment.nullable(),
  observers: z.array(person.extend({ joinedAt: moment })),
  /** Characters of output that are kept; 0 without a recording. */
  outputLength: z.number().int(),
  /** The caller may do this now. */
  may: z.object({
    approve: z.boolean(),
    open: z.boolean(),
    end: z.boolean(),
    join: z.boolean(),
    replay: z.boolean(),
    replayInput: z.boolean(),
  }),
  /** Why the caller may not approve although the approval of this side is due; null otherwise. */
  approvalFault: z.enum(approvalFaults).nullable(),
});
export type ShellSession = z.infer<typeof shellSession>;

export const shellStanding = z.object({
  /** The caller may request a shell on this device. */
  mayRequest: z.boolean(),
  mayApprove: z.boolean(),
  /** The caller may open one without approvals; everyone concerned is notified. */
  mayBreakGlass: z.boolean(),
  /** The robot can open one. */
  supported: z.boolean(),
  online: z.boolean(),
  /** A control password is set, and this sign-in has not entered it. */
  passwordDue: z.boolean(),
  /** The approvals that a request of the caller needs. */
  approvalsDue: z.array(z.enum(shellSides)),
  /** The session that stands, else the newest one of the last day. */
  session: shellSession.nullable(),
  /** The server's time. */
  at: moment,
});
export type ShellStanding = z.infer<typeof shellStanding>;

/** What the subscriber may do with the shell of a device, after each change. */
export const shellTopic = (deviceId: string): Topic<typeof shellStanding> => ({
  name: `/ws/ssh/${deviceId}`,
  message: shellStanding,
});

export const shellOutput = z.object({
  sessionId: z.string(),
  /** The number of characters before this piece. A page that misses some reads them with `output`. */
  from: z.number().int(),
  text: z.string(),
});
export type ShellOutput = z.infer<typeof shellOutput>;
/** The output of a running shell, for its requester and observers. */
export const shellOutputTopic = (sessionId: string): Topic<typeof shellOutput> => ({
  name: `/ws/ssh/output/${sessionId}`,
  message: shellOutput,
});

/** What the requester types, or the new size of the terminal. Only of the session that this sign-in opened. */
export const shellInput = z.union([
  z.strictObject({ session: z.uuid(), text: z.string().min(1).max(shellRules.maxInput) }),
  z.strictObject({
    session: z.uuid(),
    cols: z.number().int().min(20).max(500),
    rows: z.number().int().min(5).max(200),
  }),
]);
export type ShellInput = z.infer<typeof shellInput>;
