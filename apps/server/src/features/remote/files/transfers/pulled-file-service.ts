import { pulledFileDays } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../../platform/db/db.ts';
import { formatOf } from '../managed-file-rules.ts';
import { managedFiles } from '../managed-file-table.ts';
import { fileTransfers } from './file-transfer-table.ts';

const dayMs = 86_400_000;

interface PulledFile {
  deviceId: string;
  companyId: string;
  jobId: string;
  /** The stored file that the robot uploaded for the job. */
  fileId: string;
  at: string;
}

/** Lists the file that a finished pull brought among the files of the robot's company. It is kept for a while only. */
export async function addPulledFile(
  tx: Tx,
  { deviceId, companyId, jobId, fileId, at }: PulledFile,
): Promise<void> {
  const [transfer] = await tx
    .select()
    .from(fileTransfers)
    .where(
      and(
        eq(fileTransfers.deviceId, deviceId),
        eq(fileTransfers.companyId, companyId),
        eq(fileTransfers.jobId, jobId),
        eq(fileTransfers.direction, 'PULL'),
        isNull(fileTransfers.managedFileId),
      ),
    )
    .for('update');
  if (!transfer) return;
  const { fileName: name, accountId: uploadedById } = transfer;
  const expiresAt = new Date(Date.parse(at) + pulledFileDays * dayMs).toISOString();
  const about = { label: '', remarks: '', createdAt: at, updatedAt: at, expiresAt };
  const [file] = await tx
    .insert(managedFiles)
    .values({ companyId, fileId, name, format: formatOf(name), uploadedById, ...about })
    .returning({ id: managedFiles.id });
  await tx.update(fileTransfers).set({ managedFileId: file!.id }).where(eq(fileTransfers.id, transfer.id));
}
