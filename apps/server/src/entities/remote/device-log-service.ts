import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { deviceLogs } from './device-log-table.ts';

/** Adds the uploaded archive to the request of its job, in the transaction that stores the file. */
export async function attachLogFile(
  tx: Tx,
  { deviceId, companyId, jobId, fileId }: Record<'deviceId' | 'companyId' | 'jobId' | 'fileId', string>,
): Promise<void> {
  await tx
    .update(deviceLogs)
    .set({ fileId })
    .where(
      and(
        eq(deviceLogs.jobId, jobId.toLowerCase()),
        eq(deviceLogs.deviceId, deviceId),
        eq(deviceLogs.companyId, companyId),
      ),
    );
}
