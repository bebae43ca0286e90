import type { XJob } from '@sweepline/contract/robot';
import { and, asc, eq, like, sql } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import { isUuid } from '../intake/uplink-refs.ts';
import { refusalOf, type IdRefusal } from '../intake/uplink-refusals.ts';
import { jobAfter, kindOf, storedPhase } from './job-rules.ts';

export type JobRow = typeof deviceJobs.$inferSelect;

const ownJobs = ({ deviceId, companyId }: RunOwner) =>
  and(eq(deviceJobs.deviceId, deviceId), eq(deviceJobs.companyId, companyId));
const ownCommands = ({ deviceId, companyId }: RunOwner) =>
  and(eq(commands.deviceId, deviceId), eq(commands.companyId, companyId));

/** A job of a device and company, locked until the transaction ends. */
export async function jobFor(tx: Tx, device: RunOwner, jobId: string): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(deviceJobs)
    .where(and(ownJobs(device), eq(deviceJobs.jobId, jobId)))
    .for('update');
  return row;
}

/** Writes a job; false if the row belongs to another device or company. */
export async function writeJob(tx: Tx, job: JobRow): Promise<boolean> {
  const { id, ...columns } = job;
  const written = await tx
    .update(deviceJobs)
    .set(columns)
    .where(and(ownJobs(job), eq(deviceJobs.id, id)))
    .returning({ id: deviceJobs.id });
  return written.length > 0;
}

/** The reason to refuse a job: it was given to another device, or to none. */
export async function jobRefusal(tx: Tx, device: RunOwner, jobId: string): Promise<IdRefusal | undefined> {
  const [row] = await tx.select().from(deviceJobs).where(eq(deviceJobs.jobId, jobId)).limit(1);
  return refusalOf(row, device, 'jobId', jobId);
}

/** The row of a job at its robot's first message; undefined if no command started it. */
export async function beginJob(tx: Tx, device: RunOwner, job: XJob, at: string): Promise<JobRow | undefined> {
  const { jobId } = job;
  const [command] = await tx
    .select()
    .from(commands)
    .where(
      and(ownCommands(device), like(commands.type, 'job.%'), sql`${commands.params}->>'jobId' = ${jobId}`),
    )
    .orderBy(asc(commands.createdAt))
    .limit(1);
  if (!command) return undefined;
  const { deviceId, companyId, id: commandId } = command;
  const fields = { ...jobAfter(job, at), endedAt: null, startedAt: at };
  const rows = await tx
    .insert(deviceJobs)
    .values({ companyId, commandId, deviceId, jobId, ...fields })
    // A device that was sold may have a job of this id from its former company.
    .onConflictDoNothing()
    .returning();
  return rows[0];
}

/** The robot has stored the job of this command, if it is one. From now on it has to report progress. */
export async function storedJob(tx: Tx, device: RunOwner, commandId: string, at: string): Promise<void> {
  const [command] = await tx
    .select()
    .from(commands)
    .where(and(eq(commands.id, commandId), ownCommands(device), like(commands.type, 'job.%')));
  const jobId = command?.params['jobId'];
  if (!command || !isUuid(jobId)) return;
  const { deviceId, companyId, type } = command;
  const fields = { kind: kindOf(type), state: 'RUNNING' as const, phase: storedPhase };
  await tx
    .insert(deviceJobs)
    .values({ companyId, commandId, deviceId, jobId, ...fields, startedAt: at, toldAt: at })
    .onConflictDoNothing();
}
