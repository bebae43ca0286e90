import { and, eq, sql } from 'drizzle-orm';
import { commands } from '../../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../../entities/devices/device-job-table.ts';
import {
  otaRecords,
  type OtaRecordRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import { inScope, type Tx } from '../../../../platform/db/db.ts';
import { uncancelablePhases } from '@sweepline/contract/robot';
import { RobotRefusal } from '../../../../robots-port/robot-refusal.ts';
import type { EngineNeeds } from './engine-needs.ts';

/** A withdrawal that had no effect is repeated after this time. */
export const withdrawAgainMs = 60_000;

/**
 * Marks the updates under way of a task whose commands are to be taken back. `STOP` concerns only what no robot has yet; `CANCEL` also
 * ends the jobs that do not install.
 */
export async function markWithdrawn(db: Tx, taskId: string, withdraw: 'CANCEL' | 'STOP'): Promise<void> {
  const isUnsent = sql`not exists (select from ${deviceJobs} where ${deviceJobs.deviceId} = ota_records.device_id
    and ${deviceJobs.jobId} = ota_records.job_id)`;
  await db
    .update(otaRecords)
    .set({ withdraw, withdrawnAt: null })
    .where(
      and(
        eq(otaRecords.taskId, taskId),
        sql`${otaRecords.step} in ('OFFERED', 'SENT')`,
        withdraw === 'STOP' ? isUnsent : undefined,
      ),
    );
}

const refused = (error: unknown): false => {
  if (error instanceof RobotRefusal) return false;
  throw error;
};

/** Takes a command back, or asks the robot to end its job. What installs can only end by itself. */
export async function withdraw(
  { db, now, robots }: EngineNeeds,
  { by }: OtaTaskRow,
  record: OtaRecordRow,
): Promise<void> {
  const { commandId, jobId, deviceId } = record;
  if (commandId === null || jobId === null) return;
  const [found] = await inScope(
    db,
    '*',
    (tx) =>
      tx
        .select({ status: commands.status, phase: deviceJobs.phase })
        .from(commands)
        .leftJoin(deviceJobs, and(eq(deviceJobs.deviceId, deviceId), eq(deviceJobs.jobId, jobId)))
        .where(eq(commands.id, commandId)),
    { readOnly: true },
  );
  if (!found) return;
  const { status, phase } = found;
  const isUndelivered = status === 'QUEUED' || status === 'SENT';
  const isCanceled = isUndelivered && (await robots.commands.cancel(commandId, by).then(() => true, refused));
  const isCancelable = phase !== null && !uncancelablePhases.includes(phase);
  if (!isCanceled && record.withdraw !== 'STOP' && isCancelable)
    await robots.commands
      .sendCommand({ deviceId, type: 'job.cancel', params: { jobId }, by })
      .then(() => true, refused);
  // A robot that has the command goes on with it when its task only stands still.
  const isPast = !isCanceled && !isUndelivered && record.withdraw === 'STOP';
  await inScope(db, '*', (tx) =>
    tx
      .update(otaRecords)
      .set({ withdrawnAt: now().toISOString(), ...(isPast && { withdraw: null }) })
      .where(and(eq(otaRecords.id, record.id), eq(otaRecords.commandId, commandId))),
  );
}
