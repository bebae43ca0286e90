import {
  isPullPath,
  isPushPath,
  transferParams,
  uncancelablePhases,
  type CommandType,
} from '@sweepline/contract/robot';
import { and, eq, like, sql } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { RunOwner } from '../runs/run-registry.ts';

const refuseOutside = (paths: readonly string[], allowed: (path: string) => boolean): void => {
  if (paths.length === 0 || paths.includes('')) refuse('PATH_EMPTY');
  if (!paths.every(allowed)) refuse('PATH_FORBIDDEN');
};

/**
 * Checks a command about jobs, logs or files before it is stored: parameters, the allow-list of paths, and whether the job is still
 * in a state for it (docs/protocol/files.md#jobs). The robot checks the same.
 */
export async function checkTransfer(
  tx: Tx,
  device: RunOwner,
  type: CommandType,
  params: Record<string, unknown>,
): Promise<void> {
  if (!(type in transferParams)) return;
  const schemas = transferParams;
  if (type === 'log.list') return refuseOutside([schemas[type].parse(params).dir], isPullPath);
  if (type === 'job.filePull') return refuseOutside([schemas[type].parse(params).path], isPullPath);
  if (type === 'job.filePush') return refuseOutside([schemas[type].parse(params).targetPath], isPushPath);
  if (type === 'job.ota' || type === 'job.aiCollect') return void schemas[type].parse(params);
  if (type === 'job.logPull') {
    const { paths } = schemas[type].parse(params);
    return paths && refuseOutside(paths, isPullPath);
  }
  if (type === 'job.pause' || type === 'job.resume' || type === 'job.cancel')
    await checkControl(tx, device, type, schemas[type].parse(params).jobId);
}

/** Only an open job of the device can be paused, resumed or canceled; what installs can only end. */
async function checkControl(
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  type: 'job.pause' | 'job.resume' | 'job.cancel',
  jobId: string,
): Promise<void> {
  const [job] = await tx
    .select({ phase: deviceJobs.phase, endedAt: deviceJobs.endedAt })
    .from(commands)
    .leftJoin(
      deviceJobs,
      and(
        eq(deviceJobs.deviceId, deviceId),
        eq(deviceJobs.companyId, companyId),
        eq(deviceJobs.jobId, jobId),
      ),
    )
    .where(
      and(
        eq(commands.deviceId, deviceId),
        eq(commands.companyId, companyId),
        like(commands.type, 'job.%'),
        sql`${commands.type} not in ('job.pause', 'job.resume', 'job.cancel')`,
        sql`${commands.params}->>'jobId' = ${jobId}`,
      ),
    )
    .limit(1);
  const installs = uncancelablePhases.includes(job?.phase ?? '');
  if (!job || job.endedAt !== null || (type === 'job.cancel' && installs)) refuse('WRONG_STATE');
}
