import { and, eq, sql } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { mayUploadPictures } from '../../features/ai/images/image-intake-service.ts';
import type { Tx } from '../../platform/db/db.ts';
import { foreignId, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';
import { isUuid } from '../intake/uplink-refs.ts';
import { isOwn, type RunOwner } from '../runs/run-registry.ts';

/** The command whose job uploads files of a kind. */
const pulls: Record<string, string> = {
  LOG: 'job.logPull',
  FILE: 'job.filePull',
  AI_IMAGE: 'job.aiCollect',
};
/** A section that is too long for a message is uploaded as a FILE as well, under its name. */
const sections = ['settings'];

export type UploadJob = 'OPEN' | 'OVER' | IdRefusal;

/**
 * Whether a robot may upload a file of this kind: logs, files and images only for an open job of its own that asked for them
 * (docs/protocol/files.md#uploads). Otherwise a robot could fill the store.
 */
export async function uploadJob(
  tx: Tx,
  device: RunOwner,
  { kind, refId }: { kind: string; refId: string },
  at: string,
): Promise<UploadJob> {
  const type = pulls[kind];
  if (type === undefined || (kind === 'FILE' && sections.includes(refId))) return 'OPEN';
  const jobId = refId.toLowerCase();
  if (!isUuid(jobId)) return unknownId('refId', refId);
  const rows = await tx
    .select({ deviceId: commands.deviceId, companyId: commands.companyId, endedAt: deviceJobs.endedAt })
    .from(commands)
    // Not by the command: a transfer that was sent again has several.
    .leftJoin(
      deviceJobs,
      and(
        eq(deviceJobs.deviceId, commands.deviceId),
        sql`${deviceJobs.jobId}::text = ${commands.params}->>'jobId'`,
      ),
    )
    .where(and(eq(commands.type, type), sql`${commands.params}->>'jobId' = ${jobId}`));
  const own = rows.find((row) => isOwn(row, device));
  if (own && kind === 'AI_IMAGE' && !(await mayUploadPictures(tx, device, jobId, at))) return 'OVER';
  if (own) return own.endedAt === null ? 'OPEN' : 'OVER';
  return rows.length > 0 ? foreignId('refId', refId) : unknownId('refId', refId);
}
