import { jobDetail, type XJob } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { noteCollected } from '../../entities/ai/ai-collection-service.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import { addPulledFile } from '../../features/remote/files/transfers/pulled-file-service.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import type { JobRow } from './job-rows.ts';

/** The file that a finished job uploaded; null if the robot did not upload it for this job. */
export async function fileOfJob(tx: Tx, device: RunOwner, job: XJob): Promise<string | null> {
  const fileId = jobDetail.safeParse(job.detail).data?.fileId;
  if (fileId === undefined || job.final !== true) return null;
  const [upload] = await tx
    .select({ fileId: deviceUploads.fileId })
    .from(deviceUploads)
    .where(
      and(
        eq(deviceUploads.fileId, fileId),
        eq(deviceUploads.deviceId, device.deviceId),
        eq(deviceUploads.companyId, device.companyId),
        eq(deviceUploads.refId, job.jobId),
      ),
    );
  return upload?.fileId ?? null;
}

/** What a finished pull brings belongs to the people of the robot's company. */
export async function adoptFile(tx: Tx, { kind, fileId, endedAt, ...job }: JobRow): Promise<void> {
  if (kind === 'FILE_PULL' && fileId !== null && endedAt !== null)
    await addPulledFile(tx, { ...job, fileId, at: endedAt });
}

/** How many pictures a collection has; the pages of its project show it. */
export async function noteCollection(tx: Tx, device: RunOwner, { kind, jobId, detail }: XJob): Promise<void> {
  if (kind !== 'AI_COLLECT') return;
  await noteCollected(tx, device, jobId, jobDetail.safeParse(detail).data?.collected);
}
