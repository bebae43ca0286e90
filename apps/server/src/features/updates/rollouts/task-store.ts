import { eq, sql } from 'drizzle-orm';
import {
  otaRecords,
  otaStages,
  otaTaskEvents,
  otaTasks,
  type OtaTaskRow,
} from '../../../entities/updates/ota-task-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { inCompanies } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { OtaTaskAct, OtaTaskReason } from '@sweepline/contract';
import { addToCounters } from './records/record-store.ts';
import type { Target } from './targets/target-plan.ts';

const rowsPerInsert = 2_000;

/** Who did something with a task, and when. Null for the server. */
export interface Doer {
  accountId: string | null;
  at: string;
}

/** Stores a change of a task as its next revision, with a line of its history. */
export async function changeTask(
  db: Tx,
  task: OtaTaskRow,
  { act, reason = '', ...doer }: Doer & { act: OtaTaskAct; reason?: OtaTaskReason | string },
  patch: Partial<OtaTaskRow>,
): Promise<OtaTaskRow> {
  const stamp = { revision: task.revision + 1, updatedAt: doer.at, updatedById: doer.accountId };
  const [row] = await db
    .update(otaTasks)
    .set({ ...patch, ...stamp })
    .where(eq(otaTasks.id, task.id))
    .returning();
  await addEvent(db, row!, { act, reason, ...doer });
  return row!;
}

export async function addEvent(
  db: Tx,
  { id: taskId, companyId, state }: OtaTaskRow,
  { act, reason = '', accountId, at }: Doer & { act: OtaTaskAct; reason?: string },
): Promise<void> {
  await db.insert(otaTaskEvents).values({ taskId, companyId, state, act, reason, accountId, at });
}

/** Runs `work` with the tenant scope of the company of a task: its robots are those of this company and of those below it. */
export async function asTaskCompany<T>(
  db: Tx,
  { companyId }: OtaTaskRow,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  return await inCompanies(db, '*', async (all) => {
    const [company] = await all
      .select({ type: companies.type, path: companies.path })
      .from(companies)
      .where(eq(companies.id, companyId));
    if (!company) return await inCompanies(all, [companyId], work);
    // Of an account that is linked to no company: all of the provider, or the company and those below.
    const scope = await scopeOf(all, { id: '', roleType: 1, staffKind: 'MEMBER' }, company);
    return await inCompanies(all, scope, work);
  });
}

/**
 * Makes the records of robots that a task updates, and counts them. A robot that another task got first is left out: the unique index
 * decides. `lastStage` puts all of them there.
 */
export async function addRecords(
  db: Tx,
  task: OtaTaskRow,
  targets: readonly Target[],
  { at, lastStage }: { at: string; lastStage?: number },
): Promise<number> {
  const rows = targets.flatMap(({ device, version, place, way }) => {
    const goal = way.at(-1);
    if (!place || !goal) return [];
    return {
      id: newId(),
      companyId: device.companyId,
      taskId: task.id,
      taskName: task.name,
      deviceId: device.id,
      pkgType: task.pkgType,
      stage: lastStage ?? place.stage,
      rank: place.rank,
      step: 'READY' as const,
      state: 'INITIALIZING' as const,
      since: at,
      fromVersion: version,
      toVersion: goal.version,
      way: way.map((step) => step.version),
      wayPackageIds: way.map((step) => step.id),
    };
  });
  const byStage = new Map<number, { INITIALIZING: number }>();
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const made = await db
      .insert(otaRecords)
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflictDoNothing()
      .returning({ stage: otaRecords.stage });
    for (const { stage } of made)
      byStage.set(stage, { INITIALIZING: (byStage.get(stage)?.INITIALIZING ?? 0) + 1 });
  }
  await addToCounters(db, task.id, byStage);
  return [...byStage.values()].reduce((sum, { INITIALIZING }) => sum + INITIALIZING, 0);
}

/** Makes the stages of a task that starts; the first one begins. */
export async function addStages(
  db: Tx,
  { id: taskId, companyId, plan }: OtaTaskRow,
  at: string,
): Promise<void> {
  await db
    .insert(otaStages)
    .values(
      plan.stages.map((_, stage) => ({ taskId, companyId, stage, startedAt: stage === 0 ? at : null })),
    );
}

/** SQL: the record waits in flight, with a command that is decided. */
export const inFlight = sql`${otaRecords.step} in ('OFFERED', 'SENT', 'CONFIRMING')`;
