import type { Command } from '@sweepline/contract';
import type { Header, XCommand, XReply } from '@sweepline/contract/robot';
import type { commands } from '../../entities/devices/command-table.ts';

export type CommandRow = typeof commands.$inferSelect;
type Status = Command['status'];

const order: Partial<Record<Status, number>> = { QUEUED: 0, SENT: 1, ACCEPTED: 2, RUNNING: 3 };
/** The statuses that are not final. */
export const openCommandStates = ['QUEUED', 'SENT', 'ACCEPTED', 'RUNNING'] as const;
export const isFinalCommand = (status: Status) => order[status] === undefined;

/** The robot counts as silent after `timeoutMs` plus this. */
const graceMs = 30_000;

/**
 * The change caused by a reply; undefined if there is none (docs/protocol/commands.md#life-of-a-command). The status never
 * goes back. A final reply overrides a timeout, an expiry or a cancellation. `at` is the time of the event, `heardAt` the
 * time of its receipt.
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
 * Whether the command may leave the server now: open, not accepted and not expired. Checked at each sending, when the robot
 * returns, after a restart, and when the message leaves the queue.
 */
export const mayDeliver = ({ status, expiresAt }: CommandRow, nowMs: number): boolean =>
  (status === 'QUEUED' || status === 'SENT') && nowMs < Date.parse(expiresAt);

/** The robot has one command of a lane at a time, in the order of their numbers. */
export const isLaneBusy = (row: CommandRow, open: Iterable<CommandRow>): boolean =>
  Iterator.from(open).some(
    (it) =>
      it.deviceId === row.deviceId &&
      it.lane === row.lane &&
      it.laneSeq < row.laneSeq &&
      it.status !== 'QUEUED',
  );

const minTtlMs = 1000;

/** The message at this time; undefined if the command may no longer be sent. */
export function commandMessage(
  row: CommandRow | undefined,
  nowMs: number,
): Omit<XCommand, keyof Header> | undefined {
  if (!row || !mayDeliver(row, nowMs)) return undefined;
  const { id: commandId, type, lane, laneSeq, createdAt, expiresAt, timeoutMs, attempts, params } = row;
  // Actions share the table and are never sent as commands.
  if (lane === 'ACTION') return undefined;
  return {
    commandId,
    type,
    lane,
    laneSeq,
    issuedAt: createdAt,
    expiresAt,
    timeoutMs,
    params,
    ttlMs: Math.max(minTtlMs, Date.parse(expiresAt) - nowMs),
    attempt: Math.min(6, attempts),
    serverTime: new Date(nowMs).toISOString(),
  };
}

export type CommandStep = { do: 'SEND' } | { do: 'CHANGE'; patch: Partial<CommandRow> } | undefined;

/** The next step of a command at a time. `resendMs` are the waits after each attempt, including the last. */
export function stepAt(
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
    // A connected robot that was sent the command did not answer; any other did not receive it in time.
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
