import { fileTransferCalls, permissions, type FileTransfer } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { commands } from '../../../../entities/devices/command-table.ts';
import { answer } from '../../../../platform/calls/calls.ts';
import { hasPermission, Refusal, type Ctx } from '../../../../platform/calls/ctx.ts';
import { carryOutAgain } from '../../../../platform/calls/recoveries.ts';
import {
  inShortTransaction,
  withoutTransaction,
  type ChangedRow,
} from '../../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { find } from '../../../../platform/db/page.ts';
import { RobotRefusal, withCallRefusals } from '../../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../../robots-port/robots.ts';
import { fileTransfers, type FileTransferRow } from './file-transfer-table.ts';
import { replyCodeOf } from './transfer-codes.ts';
import { planPull, planPush, type PlannedTransfer } from './transfer-plan.ts';
import { listTransfers, readTransfer, readTransfers } from './transfer-read.ts';

type Requests = Pick<Robots, 'commands'>;
type Control = 'job.pause' | 'job.resume' | 'job.cancel';

/** Sends the commands. What the server refuses for one robot does not stop the others. */
async function send(
  ctx: Ctx,
  robots: Requests,
  planned: readonly PlannedTransfer[],
): Promise<FileTransfer[]> {
  const by = ctx.account.username;
  for (const { row, type } of planned) {
    const { id, deviceId, commandId, params } = row;
    try {
      await robots.commands.sendCommand({ id: commandId, deviceId, type, params, by });
    } catch (error) {
      if (!(error instanceof RobotRefusal)) throw error;
      const code = replyCodeOf(error);
      await inShortTransaction(ctx, (db) =>
        db.update(fileTransfers).set({ code }).where(eq(fileTransfers.id, id)),
      );
    }
  }
  const ids = planned.map(({ row }) => row.id);
  return await inShortTransaction(ctx, (db) => readTransfers(db, ids, ctx.now()));
}

/** A repeated call answers the transfers of its first attempt; one without a command ends as interrupted. */
const planned = async (ctx: Ctx, _input: unknown, changes: readonly ChangedRow[]) => {
  const ids = changes.filter(({ table }) => table === 'file_transfers').map(({ recordId }) => recordId);
  if (ids.length === 0) return undefined;
  return { transfers: await inShortTransaction(ctx, (db) => readTransfers(db, ids, ctx.now())) };
};

/** The transfer, if the account has the right for its direction. */
async function findControlled(db: Tx, { account }: Ctx, id: string): Promise<FileTransferRow> {
  const row = await find(db, fileTransfers, id);
  const right = row.direction === 'PUSH' ? permissions.filePush : permissions.filePull;
  if (!hasPermission(account, right)) throw new Refusal('forbidden');
  return row;
}

export function fileTransferAnswers({ robots }: { robots: Requests }) {
  const control = async (ctx: Ctx, id: string, type: Control, more: object = {}): Promise<FileTransfer> => {
    const { deviceId, jobId } = await inShortTransaction(ctx, (db) => findControlled(db, ctx, id));
    const request = { deviceId, type, params: { jobId, ...more }, by: ctx.account.username };
    await withCallRefusals(robots.commands.sendCommand(request));
    return await inShortTransaction(ctx, (db) => readTransfer(db, id, ctx.now()));
  };

  /** Whether the command still waits at the server; then it never reaches the robot. */
  const withdraw = async (ctx: Ctx, { commandId }: FileTransferRow): Promise<boolean> => {
    const [command] = await inShortTransaction(ctx, (db) =>
      db.select().from(commands).where(eq(commands.id, commandId)),
    );
    if (command?.status !== 'QUEUED' && command?.status !== 'SENT') return false;
    await withCallRefusals(robots.commands.cancel(commandId, ctx.account.username));
    return true;
  };

  return answer(fileTransferCalls, {
    push: withoutTransaction(async (ctx, input) => {
      const transfers = await inShortTransaction(ctx, (db) => planPush(db, ctx, input));
      return { transfers: await send(ctx, robots, transfers) };
    }, planned),

    pull: withoutTransaction(async (ctx, input) => {
      const transfers = await inShortTransaction(ctx, (db) => planPull(db, ctx, input));
      return { transfers: await send(ctx, robots, transfers) };
    }, planned),

    list: ({ db, now }, filters) => listTransfers(db, filters, now()),

    detail: ({ db, now }, { id }) => readTransfer(db, id, now()),

    cancel: withoutTransaction(async (ctx, { id }) => {
      const row = await inShortTransaction(ctx, (db) => findControlled(db, ctx, id));
      if (!(await withdraw(ctx, row))) return await control(ctx, id, 'job.cancel');
      return await inShortTransaction(ctx, (db) => readTransfer(db, id, ctx.now()));
    }, carryOutAgain),

    pause: withoutTransaction((ctx, { id }) => control(ctx, id, 'job.pause'), carryOutAgain),

    resume: withoutTransaction(
      (ctx, { id, allowMobileData }) => control(ctx, id, 'job.resume', { allowMobileData }),
      carryOutAgain,
    ),
  });
}
