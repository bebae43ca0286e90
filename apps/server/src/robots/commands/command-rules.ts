import type { Command } from '@sweepline/contract';
import type { Header, XCommand, XReply } from '@sweepline/contract/robot';
import type { commands } from '../../features/devices/command-table.ts';

export type CommandRow = typeof commands.$inferSelect;
type Status = Command['status'];

const order: Partial<Record<Status, number>> = { QUEUED: 0, SENT: 1, ACCEPTED: 2, RUNNING: 3 };
/** What a command may still come out of. */
export const openCommandStates = ['QUEUED', 'SENT', 'ACCEPTED', 'RUNNING'] as const;
export const isFinalCommand = (status: Status) => order[status] === undefined;

/** After the last attempt and its wait, and after `timeoutMs` plus this, the robot is taken to be silent. */
const graceMs = 30_000;

/**
 * What a reply changes (2.1.2); undefined when it changes nothing. A reply never goes back, and what the robot says it did
 * overrides our having given up or taken it back. `at` is when it happened, `heardAt` when we heard of it.
 */
export function applyReply(
  row: CommandRow,
  reply: XReply,
  at: string,
  receivedAt = at,
): Partial<CommandRow> | undefined {
  const ends = order[reply.status] === undefined;
  const late =
    row.status === 'TIMED_OUT' ||
    row.status === 'EXPIRED' ||
    (row.status === 'CANCELED' && (reply.status === 'SUCCEEDED' || reply.status === 'FAILED'));
  if (isFinalCommand(row.status) && !(late && ends)) return undefined;
  if (!ends && (order[reply.status] ?? 0) <= (order[row.status] ?? 0)) return undefined;
  return {
    status: reply.status,
    code: reply.code,
    message: reply.message,
    ...(reply.result && { result: reply.result }),
    ...(row.repliedAt === null && { repliedAt: receivedAt }),
    ...(row.acceptedAt === null && reply.status !== 'REJECTED' && { acceptedAt: at }),
    ...(reply.status === 'RUNNING' && { runningAt: at }),
    ...(ends && { endedAt: at, late }),
  };
}

/**
 * Whether the command may leave the server now: it is open, not accepted yet, and not expired. Asked at each sending, at
 * the robot's return, after a restart, and again when the message leaves the queue to the robot.
 */
export const mayDeliver = ({ status, expiresAt }: CommandRow, nowMs: number): boolean =>
  (status === 'QUEUED' || status === 'SENT') && nowMs < Date.parse(expiresAt);

/** One command of a lane is with the robot at a time, in the order of their numbers. */
export const isLaneBusy = (row: CommandRow, open: Iterable<CommandRow>): boolean =>
  Iterator.from(open).some(
    (it) =>
      it.deviceId === row.deviceId &&
      it.lane === row.lane &&
      it.laneSeq < row.laneSeq &&
      it.status !== 'QUEUED',
  );

const minTtlMs = 1000;

/** The message for this moment; undefined when the command may not go out any more. */
export function commandMessage(
  row: CommandRow | undefined,
  nowMs: number,
): Omit<XCommand, keyof Header> | undefined {
  if (!row || !mayDeliver(row, nowMs)) return undefined;
  const { id: commandId, type, lane, laneSeq, createdAt, expiresAt, timeoutMs, attempts, params } = row;
  // Actions stand in the same ledger and are never sent as commands.
  if (lane === 'ACTION') return undefined;
  return {
    ...{ commandId, type, lane, laneSeq, issuedAt: createdAt, expiresAt, timeoutMs, params },
    ttlMs: Math.max(minTtlMs, Date.parse(expiresAt) - nowMs),
    attempt: Math.min(6, attempts),
    serverTime: new Date(nowMs).toISOString(),
  };
}

export type CommandStep = { do: 'SEND' } | { do: 'CHANGE'; patch: Partial<CommandRow> } | undefined;

/** What time does to a command. `resendMs` are the waits after each attempt; the last attempt has its wait too. */
export function passTime(
  row: CommandRow,
  nowMs: number,
  online: boolean,
  resendMs: readonly number[],
): CommandStep {
  const at = new Date(nowMs).toISOString();
  const end = (status: Status, code: string): CommandStep => ({
    do: 'CHANGE',
    patch: { status, code, endedAt: at },
  });
  const since = (time: string | null) => nowMs - Date.parse(time ?? row.createdAt);
  const isUnanswered = row.status === 'QUEUED' || row.status === 'SENT';
  if (isUnanswered && !mayDeliver(row, nowMs)) {
    // A robot that is there and was asked has not answered; any other did not hear of the command in time.
    return end('EXPIRED', row.status === 'SENT' && online ? 'TIMED_OUT' : 'EXPIRED');
  }
  switch (row.status) {
    case 'QUEUED':
      return online ? { do: 'SEND' } : undefined;
    case 'SENT': {
      const waitMs = resendMs[Math.min(row.attempts, resendMs.length) - 1] ?? 0;
      if (since(row.lastSentAt ?? row.sentAt) < waitMs) return undefined;
      if (row.attempts <= resendMs.length) return online ? { do: 'SEND' } : undefined;
      if (row.class === 'INTERACTIVE') return end('TIMED_OUT', 'TIMED_OUT');
      return { do: 'CHANGE', patch: { status: 'QUEUED', attempts: 0, sentAt: null, lastSentAt: null } };
    }
    case 'ACCEPTED':
    case 'RUNNING':
      return since(row.acceptedAt) >= row.timeoutMs + graceMs ? end('TIMED_OUT', 'TIMED_OUT') : undefined;
    default:
      return undefined;
  }
}
