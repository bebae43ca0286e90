import type { Command } from '@sweepline/contract';
import type { XReply } from '@sweepline/contract/robot';
import type { commands } from '../features/devices/command-table.ts';

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
  heardAt = at,
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
    ...(row.repliedAt === null && { repliedAt: heardAt }),
    ...(row.acceptedAt === null && reply.status !== 'REJECTED' && { acceptedAt: at }),
    ...(reply.status === 'RUNNING' && { runningAt: at }),
    ...(ends && { endedAt: at, late }),
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
  const since = (moment: string | null) => nowMs - Date.parse(moment ?? row.createdAt);
  switch (row.status) {
    case 'QUEUED':
      if (nowMs >= Date.parse(row.expiresAt)) return end('EXPIRED', 'EXPIRED');
      return online ? { do: 'SEND' } : undefined;
    case 'SENT': {
      const waited = resendMs[Math.min(row.attempts, resendMs.length) - 1] ?? 0;
      if (since(row.lastSentAt ?? row.sentAt) < waited) return undefined;
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
