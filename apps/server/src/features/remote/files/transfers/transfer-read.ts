import type { fileTransferCalls, FileTransfer, Input, TransferState } from '@sweepline/contract';
import { and, desc, eq, ilike, inArray, or, type SQL } from 'drizzle-orm';
import { commands } from '../../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../../entities/devices/device-job-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../../platform/db/page.ts';
import { paginate } from '../../../../platform/db/paginate.ts';
import { fileTransfers } from './file-transfer-table.ts';
import { interrupted, unsentMs } from './transfer-codes.ts';

const transferRows = (db: Tx) =>
  db
    .select({
      transfer: fileTransfers,
      device: { id: devices.id, nickname: devices.nickname, sn: devices.sn, model: devices.model },
      command: { status: commands.status, code: commands.code, endedAt: commands.endedAt },
      job: deviceJobs,
    })
    .from(fileTransfers)
    .innerJoin(devices, and(eq(devices.id, fileTransfers.deviceId), visible(db, devices)))
    .leftJoin(commands, eq(commands.id, fileTransfers.commandId))
    // The job may have begun by an earlier command of the transfer.
    .leftJoin(
      deviceJobs,
      and(eq(deviceJobs.deviceId, fileTransfers.deviceId), eq(deviceJobs.jobId, fileTransfers.jobId)),
    )
    .$dynamic();
type Found = Awaited<ReturnType<typeof transferRows>>[number];

/** What became of the command, before the robot has the job. */
function commandState({ transfer, command }: Found, nowMs: number): { state: TransferState; code: string } {
  if (transfer.code) return { state: 'FAILED', code: transfer.code };
  if (!command) {
    const isOld = nowMs - Date.parse(transfer.createdAt) > unsentMs;
    return isOld ? { state: 'FAILED', code: interrupted } : { state: 'WAITING', code: '' };
  }
  const { status, code } = command;
  if (status === 'CANCELED') return { state: 'CANCELED', code };
  const failed = ['FAILED', 'REJECTED', 'EXPIRED', 'TIMED_OUT'].includes(status);
  return failed ? { state: 'FAILED', code: code || status } : { state: 'WAITING', code: '' };
}

const stateOf = (found: Found, nowMs: number): { state: TransferState; code: string } => {
  const { job } = found;
  if (!job) return commandState(found, nowMs);
  const isPaused = job.state === 'RUNNING' && job.phase === 'PAUSED';
  return { state: isPaused ? 'PAUSED' : job.state, code: job.code };
};

function transferOf(found: Found, nowMs: number): FileTransfer {
  const { transfer, device, command, job } = found;
  return {
    ...transfer,
    device,
    fileId: transfer.managedFileId,
    ...stateOf(found, nowMs),
    phase: job?.phase ?? '',
    pct: job?.pct ?? null,
    bytesDone: job?.bytesDone ?? null,
    bytesTotal: job?.bytesTotal ?? null,
    waits: job?.waits ?? [],
    // A command that succeeded has begun the job.
    endedAt: job ? job.endedAt : command?.status === 'SUCCEEDED' ? null : (command?.endedAt ?? null),
  };
}

export async function readTransfers(db: Tx, ids: readonly string[], now: Date): Promise<FileTransfer[]> {
  const found = await transferRows(db)
    .where(and(inArray(fileTransfers.id, [...ids]), visible(db, fileTransfers)))
    .orderBy(fileTransfers.id);
  return found.map((row) => transferOf(row, now.getTime()));
}

export async function readTransfer(db: Tx, id: string, now: Date): Promise<FileTransfer> {
  const [transfer] = await readTransfers(db, [id], now);
  if (!transfer) throw new Refusal('notFound');
  return transfer;
}

const keywordMatches = (db: Tx, pattern: string): SQL[] => [
  ilike(fileTransfers.fileName, pattern),
  ilike(fileTransfers.path, pattern),
  inArray(
    fileTransfers.deviceId,
    db
      .select({ id: devices.id })
      .from(devices)
      .where(or(ilike(devices.sn, pattern), ilike(devices.nickname, pattern))),
  ),
];

export async function listTransfers(db: Tx, filters: Input<typeof fileTransferCalls.list>, now: Date) {
  const { keyword, direction, deviceId, fileId } = filters;
  // A robot that was sold is hidden, and its transfers with it.
  const own = db.select({ id: devices.id }).from(devices).where(visible(db, devices));
  const where = and(
    visible(db, fileTransfers),
    inArray(fileTransfers.deviceId, own),
    direction ? eq(fileTransfers.direction, direction) : undefined,
    deviceId ? eq(fileTransfers.deviceId, deviceId) : undefined,
    fileId ? eq(fileTransfers.managedFileId, fileId) : undefined,
    keyword ? or(...keywordMatches(db, contains(keyword))) : undefined,
  );
  const rows = transferRows(db).where(where).orderBy(desc(fileTransfers.createdAt), desc(fileTransfers.id));
  const { list, total } = await paginate(filters, rows, counted(db, fileTransfers, where));
  return { total, list: list.map((row) => transferOf(row, now.getTime())) };
}
