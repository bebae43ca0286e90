import type { XJob } from '@sweepline/contract/robot';
import { and, asc, eq, like, sql } from 'drizzle-orm';
import { commands } from '../features/devices/command-table.ts';
import { deviceJobs } from '../features/devices/device-job-table.ts';
import type { Tx } from '../platform/db.ts';
import { jobAfter, kindOf, storedPhase } from './job-rules.ts';

export type JobRow = typeof deviceJobs.$inferSelect;

/** A job of a device, locked until the transaction ends. */
export async function jobFor(tx: Tx, deviceId: string, jobId: string): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(deviceJobs)
    .where(and(eq(deviceJobs.deviceId, deviceId), eq(deviceJobs.jobId, jobId)))
    .for('update');
  return row;
}

/** The row of a job its robot speaks of for the first time; undefined when nobody gave it. */
export async function beginJob(
  tx: Tx,
  deviceId: string,
  said: XJob,
  at: string,
): Promise<JobRow | undefined> {
  const { jobId } = said;
  const [given] = await tx
    .select()
    .from(commands)
    .where(
      and(
        eq(commands.deviceId, deviceId),
        like(commands.type, 'job.%'),
        sql`${commands.params}->>'jobId' = ${jobId}`,
      ),
    )
    .orderBy(asc(commands.createdAt))
    .limit(1);
  if (!given) return undefined;
  const { companyId, id: commandId } = given;
  const words = { ...jobAfter(said, at), endedAt: null, startedAt: at };
  const rows = await tx
    .insert(deviceJobs)
    .values({ companyId, commandId, deviceId, jobId, ...words })
    .returning();
  return rows[0];
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** The robot has stored the job of this command, if it is one: from now on it owes a word about it. */
export async function storedJob(tx: Tx, deviceId: string, commandId: string, at: string): Promise<void> {
  const [given] = await tx
    .select()
    .from(commands)
    .where(and(eq(commands.id, commandId), eq(commands.deviceId, deviceId), like(commands.type, 'job.%')));
  const jobId = given?.params['jobId'];
  if (!given || !isUuid(jobId)) return;
  const { companyId, type } = given;
  const waits = { kind: kindOf(type), state: 'RUNNING' as const, phase: storedPhase };
  await tx
    .insert(deviceJobs)
    .values({ companyId, commandId, deviceId, jobId, ...waits, startedAt: at, toldAt: at })
    .onConflictDoNothing();
}
