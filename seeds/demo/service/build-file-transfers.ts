import { commandTypes } from '@sweepline/contract/robot';
import { and, asc, eq } from 'drizzle-orm';
import { commands } from '../../../apps/server/src/entities/devices/command-table.ts';
import { deviceJobs } from '../../../apps/server/src/entities/devices/device-job-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { managedFiles } from '../../../apps/server/src/features/remote/files/managed-file-table.ts';
import { fileTransfers } from '../../../apps/server/src/features/remote/files/transfers/file-transfer-table.ts';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storedFiles } from '../../../apps/server/src/platform/files/file-table.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';

const dayMs = 86_400_000;
const pushMs = 40_000;
const by = 'mall.admin';
const fileName = 'atrium-voice-pack.zip';
const path = `/data/import/${fileName}`;
/** How the push ended at each of the first robots of the mall. */
const endings = [
  { state: 'DONE', phase: 'FINISHED', code: '' },
  { state: 'DONE', phase: 'FINISHED', code: '' },
  { state: 'FAILED', phase: 'FAILED', code: 'NO_SPACE' },
] as const;

/** Creates the transfers of one file to robots of the mall, with the commands and jobs that carried them out. */
export async function buildFileTransfers(db: Tx, now: () => Date): Promise<void> {
  const account = (await accountByName(db, by))?.account;
  const [file] = await db
    .select({ id: managedFiles.id, fileId: managedFiles.fileId, bytes: storedFiles.bytes })
    .from(managedFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, managedFiles.fileId))
    .where(eq(managedFiles.name, fileName));
  if (!account || !file) throw new Error(`No account ${by} or file ${fileName}`);
  const { companyId, id: accountId } = account;
  const robots = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.binding, 'ACTIVATED')))
    .orderBy(asc(devices.sn))
    .limit(endings.length);
  const createdMs = now().getTime() - 20 * dayMs;
  const iso = (ms: number) => new Date(ms).toISOString();
  const createdAt = iso(createdMs);
  for (const [i, { id: deviceId }] of robots.entries()) {
    const ids = { commandId: newId(), jobId: newId() };
    const own = { companyId, deviceId };
    await db.insert(commands).values(commandOf({ ...own, ...ids, fileId: file.fileId }, createdMs));
    const bytesDone = endings[i]!.state === 'DONE' ? file.bytes : 0;
    await db.insert(deviceJobs).values({
      ...own,
      ...ids,
      ...endings[i]!,
      kind: 'FILE_PUSH',
      attempt: 1,
      pct: bytesDone === 0 ? 0 : 100,
      bytesDone,
      bytesTotal: file.bytes,
      startedAt: createdAt,
      toldAt: iso(createdMs + pushMs),
      endedAt: iso(createdMs + pushMs),
    });
    const about = { fileName, path, accountId, by, createdAt };
    await db
      .insert(fileTransfers)
      .values({ ...own, ...ids, ...about, direction: 'PUSH', managedFileId: file.id });
  }
}

interface Push {
  companyId: string;
  deviceId: string;
  commandId: string;
  jobId: string;
  fileId: string;
}

/** The command of a push, which the robot took at once. */
function commandOf(
  { companyId, deviceId, commandId, jobId, fileId }: Push,
  createdMs: number,
): typeof commands.$inferInsert {
  const at = new Date(createdMs).toISOString();
  const { lane, class: commandClass, ttlMs, timeoutMs } = commandTypes['job.filePush'];
  return {
    id: commandId,
    companyId,
    deviceId,
    type: 'job.filePush',
    params: { jobId, fileId, targetPath: path },
    lane,
    class: commandClass,
    laneSeq: 1,
    status: 'SUCCEEDED',
    attempts: 1,
    ttlMs,
    timeoutMs,
    by,
    createdAt: at,
    sentAt: at,
    acceptedAt: at,
    endedAt: at,
    expiresAt: new Date(createdMs + ttlMs).toISOString(),
  };
}
