import { mobileDataLimitBytes, type fileTransferCalls, type Input } from '@sweepline/contract';
import { can, pullFault, pushFault } from '@sweepline/contract/robot';
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import { devices, vehicleColumns } from '../../../../entities/devices/device-table.ts';
import { Refusal, wrongField, type Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { find, visible } from '../../../../platform/db/page.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import { newId } from '../../../../platform/runtime/ids.ts';
import { managedFiles } from '../managed-file-table.ts';
import { fileTransfers, type FileTransferRow } from './file-transfer-table.ts';

/** A stored transfer with the type of its command. */
export interface PlannedTransfer {
  row: FileTransferRow;
  type: 'job.filePush' | 'job.filePull';
}

/** The robots in the tenant scope; refused if one of them is not, or cannot transfer files. */
async function targetsOf(db: Tx, deviceIds: readonly string[]) {
  const ids = [...new Set(deviceIds)];
  const rows = await db
    .select({
      id: devices.id,
      companyId: devices.companyId,
      nickname: devices.nickname,
      sn: devices.sn,
      ...vehicleColumns,
    })
    .from(devices)
    .where(and(inArray(devices.id, ids), visible(db, devices)));
  if (rows.length !== ids.length) throw new Refusal('notFound');
  if (!rows.every((device) => can(device, 'files'))) throw new Refusal('notSupported');
  return rows;
}
type Target = Awaited<ReturnType<typeof targetsOf>>[number];

/** A large file needs the yes of a person for a robot on mobile data. */
async function checkMobileData(db: Tx, targets: readonly Target[], bytes: number): Promise<void> {
  if (bytes <= mobileDataLimitBytes) return;
  const ids = targets.map(({ id }) => id);
  const mobile = await db
    .select({ id: deviceLives.id })
    .from(deviceLives)
    .where(
      and(
        inArray(deviceLives.id, ids),
        isNotNull(deviceLives.networkMode),
        ne(deviceLives.networkMode, 'WIFI'),
      ),
    );
  const first = targets.find(({ id }) => mobile.some((live) => live.id === id));
  if (first) throw wrongField('allowMobileData', 'MOBILE_DATA', { device: first.nickname || first.sn });
}

function checkPath(field: string, path: string, faultOf: typeof pullFault | typeof pushFault) {
  if (path === '') throw wrongField(field, 'PATH_EMPTY');
  const fault = faultOf(path);
  if (fault) throw wrongField(field, fault);
}

interface What {
  direction: 'PUSH' | 'PULL';
  managedFileId: string | null;
  fileName: string;
  path: string;
}

/** Stores a transfer for each robot. The ids of command and job are fixed here, so that a repetition sends nothing twice. */
async function store(
  db: Tx,
  { account, now }: Ctx,
  targets: readonly Target[],
  what: What,
  params: Record<string, unknown>,
) {
  const about = { accountId: account.id, by: account.username, createdAt: now().toISOString() };
  const rows = targets.map(({ id: deviceId, companyId }) => {
    const jobId = newId();
    const ids = { deviceId, companyId, commandId: newId(), jobId };
    return { ...what, ...about, ...ids, params: { jobId, ...params } };
  });
  return await db.insert(fileTransfers).values(rows).returning();
}

export async function planPush(
  db: Tx,
  ctx: Ctx,
  input: Input<typeof fileTransferCalls.push>,
): Promise<PlannedTransfer[]> {
  const { targetPath, mode, allowMobileData } = input;
  checkPath('targetPath', targetPath, pushFault);
  const { id, fileId, name } = await find(db, managedFiles, input.fileId);
  const [file] = await db.select().from(storedFiles).where(eq(storedFiles.id, fileId));
  if (!file) throw new Refusal('notFound');
  const targets = await targetsOf(db, input.deviceIds);
  if (!allowMobileData) await checkMobileData(db, targets, file.bytes);
  const what = { direction: 'PUSH', managedFileId: id, fileName: name, path: targetPath } as const;
  const { bytes, sha256 } = file;
  const params = { fileId, bytes, sha256, targetPath, mode, allowMobileData };
  return (await store(db, ctx, targets, what, params)).map((row) => ({ row, type: 'job.filePush' as const }));
}

export async function planPull(
  db: Tx,
  ctx: Ctx,
  { deviceIds, path, allowMobileData }: Input<typeof fileTransferCalls.pull>,
): Promise<PlannedTransfer[]> {
  checkPath('path', path, pullFault);
  const targets = await targetsOf(db, deviceIds);
  const fileName = path.split('/').at(-1) ?? path;
  const what = { direction: 'PULL', managedFileId: null, fileName, path } as const;
  const params = { path, allowMobileData };
  return (await store(db, ctx, targets, what, params)).map((row) => ({ row, type: 'job.filePull' as const }));
}
