import {
  assistCodes,
  attachedSnapshotCalls,
  type AttachedToKind,
  attachPermissions,
  type Input,
  nameOfAccount,
  type videoSnapshotCalls,
} from '@sweepline/contract';
import { and, asc, eq, notExists } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { videoSnapshots } from '../../../entities/remote/video-table.ts';
import { attachedSnapshots } from '../../../entities/work/attached-snapshot-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import { addToOrder, attachTo } from './attach-service.ts';
import { requestOf } from './by-rule/snapshot-request.ts';

type Attach = Input<(typeof videoSnapshotCalls)['attach']>;

const targets = { ALARM: alarms, ASSIST: alarms, REPORT: runs, ORDER: workOrders } as const;

/** The record, if the caller may see records of its kind. */
async function findTarget({ account, db }: Ctx, kind: AttachedToKind, id: string) {
  if (!hasPermission(account, attachPermissions[kind])) throw new Refusal('forbidden');
  const target = await find(db, targets[kind], id);
  const isOther = kind === 'ASSIST' && 'code' in target && !isAssistCode(target.code);
  if (isOther) throw new Refusal('notFound');
  return target;
}
const isAssistCode = (code: string) => assistCodes.some((assistCode) => assistCode === code);

/** The rows of an alarm or of a run. */
const rowsOf = (kind: AttachedToKind, targetId: string) =>
  eq(kind === 'REPORT' ? attachedSnapshots.runId : attachedSnapshots.alarmId, targetId);

/** Attaches a snapshot to a record of the same robot. */
export async function attachSnapshot(ctx: Ctx, { id, kind, targetId }: Attach) {
  const { db, now, account } = ctx;
  const target = await findTarget(ctx, kind, targetId);
  const snapshot = await find(db, videoSnapshots, id, { lock: true });
  // A robot that was sold has snapshots and alarms of both companies.
  if (target.deviceId !== snapshot.deviceId || target.companyId !== snapshot.companyId)
    throw new Refusal('notFound');
  if (kind === 'ORDER') {
    await addToOrder({ db, bus: ctx.services.bus, now, by: account }, snapshot, targetId);
    return {};
  }
  const to = kind === 'REPORT' ? { runId: targetId } : { alarmId: targetId };
  const by = { id: account.id, name: nameOfAccount(account) };
  await attachTo(db, snapshot, { to, at: now().toISOString(), by });
  return {};
}

/** An attached snapshot, if the caller may see records of its kind. */
async function findAttached({ db, account }: Ctx, id: string, options?: { lock: true }) {
  const attached = await find(db, attachedSnapshots, id, options);
  const kinds = attached.runId === null ? (['ALARM', 'ASSIST'] as const) : (['REPORT'] as const);
  const codes = kinds.flatMap((kind) => attachPermissions[kind]);
  if (!hasPermission(account, codes)) throw new Refusal('forbidden');
  return attached;
}

/** Deletes the file of a snapshot, unless the snapshot or a record that it is attached to still has it. */
export async function deleteUnusedPicture(db: Tx, fileId: string): Promise<void> {
  const uses = [videoSnapshots, attachedSnapshots].map((table) =>
    notExists(db.select().from(table).where(eq(table.fileId, fileId))),
  );
  await db.delete(storedFiles).where(and(eq(storedFiles.id, fileId), ...uses));
}

export const attachedSnapshotAnswers = answer(attachedSnapshotCalls, {
  list: async (ctx, { kind, targetId }) => {
    const { db } = ctx;
    await findTarget(ctx, kind, targetId);
    const list = await db
      .select()
      .from(attachedSnapshots)
      .where(and(rowsOf(kind, targetId), visible(db, attachedSnapshots)))
      .orderBy(asc(attachedSnapshots.takenAt), asc(attachedSnapshots.id));
    return { list, request: kind === 'REPORT' ? null : await requestOf(db, targetId, ctx.now()) };
  },

  picture: async (ctx, { id }) => {
    const { fileId } = await findAttached(ctx, id);
    return bytesOfFile(ctx.services.files, await findFile(ctx.db, fileId));
  },

  detach: async (ctx, { id }) => {
    const { fileId } = await findAttached(ctx, id, { lock: true });
    await ctx.db.delete(attachedSnapshots).where(eq(attachedSnapshots.id, id));
    await deleteUnusedPicture(ctx.db, fileId);
    return {};
  },
});
