import { commandTypes, type Lane } from '@sweepline/contract/robot';
import { and, asc, eq, inArray, lt, max, ne, notInArray, type SQL } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { openCommandStates, type CommandRow } from './command-rules.ts';
import type { SendCommand } from '../../robots-port/robots.ts';

type LedgerLane = Lane | 'ACTION';

/** The next number of a lane. The unique index of the database decides between processes. */
export async function nextLaneSeq(tx: Tx, deviceId: string, lane: LedgerLane): Promise<number> {
  const [last] = await tx
    .select({ seq: max(commands.laneSeq) })
    .from(commands)
    .where(and(eq(commands.deviceId, deviceId), eq(commands.lane, lane)));
  return (last?.seq ?? 0) + 1;
}

/**
 * Deletes ended commands of the server itself, except the one with the lane's highest number. Otherwise an open page would
 * add a row per minute for ever.
 */
const deleteServerCommands = (tx: Tx, { deviceId, lane, laneSeq }: CommandRow) =>
  tx
    .delete(commands)
    .where(
      and(
        eq(commands.deviceId, deviceId),
        eq(commands.lane, lane),
        eq(commands.by, ''),
        lt(commands.laneSeq, laneSeq),
        notInArray(commands.status, [...openCommandStates]),
      ),
    );

type NewCommand = Pick<CommandRow, 'companyId' | 'deviceId' | 'type' | 'params' | 'by' | 'reason'> &
  Pick<CommandRow, 'lane' | 'laneSeq' | 'class' | 'ttlMs' | 'timeoutMs'>;

/** A row in its first status. */
export const newRow = (fields: NewCommand, createdMs: number): CommandRow => ({
  ...fields,
  id: newId(),
  status: 'QUEUED',
  code: '',
  message: '',
  result: null,
  attempts: 0,
  late: false,
  canceledBy: '',
  createdAt: new Date(createdMs).toISOString(),
  sentAt: null,
  lastSentAt: null,
  repliedAt: null,
  acceptedAt: null,
  runningAt: null,
  endedAt: null,
  expiresAt: new Date(createdMs + fields.ttlMs).toISOString(),
});

/** Stores a command that is sent next, or queued. */
export async function createCommand(
  tx: Tx,
  { id, deviceId, type, params, by, reason = '', expiresAt }: SendCommand,
  companyId: string,
  createdMs: number,
): Promise<CommandRow> {
  const { lane, class: kind, timeoutMs } = commandTypes[type];
  const untilMs = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
  const ttlMs = Math.max(0, Math.min(commandTypes[type].ttlMs, untilMs - createdMs));
  const laneSeq = await nextLaneSeq(tx, deviceId, lane);
  const numbers = { lane, laneSeq, class: kind, ttlMs, timeoutMs };
  const created = newRow({ companyId, deviceId, type, params, by, reason, ...numbers }, createdMs);
  const row = { ...created, id: id ?? created.id };
  await tx.insert(commands).values(row);
  await deleteServerCommands(tx, row);
  return row;
}

/** Cancels a command that is not accepted yet; undefined if the robot or a deadline was first. */
export async function cancelRow(tx: Tx, id: string, by: string, at: string): Promise<CommandRow | undefined> {
  const [canceled] = await tx
    .update(commands)
    .set({ status: 'CANCELED', canceledBy: by, endedAt: at })
    .where(and(eq(commands.id, id), inArray(commands.status, ['QUEUED', 'SENT'])))
    .returning();
  return canceled;
}

/** The commands that a process left open, by creation time. Actions end with the process that sent them. */
export const openCommands = (tx: Tx, ofShards: SQL | undefined): Promise<CommandRow[]> =>
  tx
    .select()
    .from(commands)
    .where(and(inArray(commands.status, [...openCommandStates]), ne(commands.class, 'ACTION'), ofShards))
    .orderBy(asc(commands.createdAt));
