import {
  otaTaskMay,
  type ApprovalFault,
  type OtaCounts,
  type OtaTask,
  type OtaTaskDetail,
} from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import {
  otaStages,
  otaTaskEvents,
  otaTasks,
  type OtaStageRow,
  type OtaTaskRow,
} from '../../../entities/updates/ota-task-table.ts';
import { approvalFaultOf, approverOf } from '../../../entities/people/approval-service.ts';
import { accountNames } from '../../../entities/people/account-names.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { changedMeanwhile, find, inValues, visible } from '../../../platform/db/page.ts';
import { workOf } from './engine/work-figures.ts';
import { totalOf } from './stage-moves.ts';

type Reader = Pick<Ctx, 'db' | 'account' | 'now'>;

/** The robots of a stage by state. Before its start all of them wait. */
function countsOf(row: OtaStageRow): OtaCounts {
  const { initializing, upgrading, successful, failed } = row;
  const counts = { total: totalOf(row), upgrading, successful, failed };
  return row.startedAt === null
    ? { ...counts, waiting: initializing, initializing: 0 }
    : { ...counts, waiting: 0, initializing };
}

const none: OtaCounts = { total: 0, waiting: 0, initializing: 0, upgrading: 0, successful: 0, failed: 0 };

const sumOf = (rows: readonly OtaCounts[]): OtaCounts =>
  rows.reduce(
    (sum, it) => ({
      total: sum.total + it.total,
      waiting: sum.waiting + it.waiting,
      initializing: sum.initializing + it.initializing,
      upgrading: sum.upgrading + it.upgrading,
      successful: sum.successful + it.successful,
      failed: sum.failed + it.failed,
    }),
    none,
  );

const stageRows = (db: Tx, taskIds: readonly string[]): Promise<OtaStageRow[]> =>
  db
    .select()
    .from(otaStages)
    .where(and(inValues(otaStages.taskId, taskIds), visible(db, otaStages)))
    .orderBy(asc(otaStages.stage));

/** The names of the companies of tasks, as far as the reader sees them. */
async function companyNames(db: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(and(inValues(companies.id, [...new Set(ids)]), visible(db, { companyId: companies.id })));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Tasks as a list shows them. */
export async function shownTasks(db: Tx, rows: readonly OtaTaskRow[]): Promise<OtaTask[]> {
  const names = await accountNames(
    db,
    rows.map(({ createdById }) => createdById),
  );
  const companyOf = await companyNames(
    db,
    rows.map(({ companyId }) => companyId),
  );
  const stages = await stageRows(
    db,
    rows.map(({ id }) => id),
  );
  const byTask = Map.groupBy(stages, ({ taskId }) => taskId);
  return rows.map((row) => ({
    ...row,
    package: { id: row.packageId, name: row.packageName, pkgType: row.pkgType, version: row.version },
    companyName: companyOf.get(row.companyId) ?? '',
    stages: row.plan.stages.length,
    counts: sumOf((byTask.get(row.id) ?? []).map(countsOf)),
    createdBy: names.get(row.createdById) ?? '',
  }));
}

const historyOf = (db: Tx, taskId: string) =>
  db
    .select()
    .from(otaTaskEvents)
    .where(and(eq(otaTaskEvents.taskId, taskId), visible(db, otaTaskEvents)))
    .orderBy(asc(otaTaskEvents.id));

/** Who made a task and who asked for its approval. */
export const requestersOf = ({ createdById, submittedById }: OtaTaskRow) => [createdById, submittedById];

async function faultOf(reader: Reader, row: OtaTaskRow): Promise<ApprovalFault | null> {
  if (!otaTaskMay(row.state, 'APPROVE')) return null;
  return approvalFaultOf(await approverOf(reader), requestersOf(row)) ?? null;
}

export async function readTask(reader: Reader, id: string): Promise<OtaTaskDetail> {
  const { db, now } = reader;
  const row = await find(db, otaTasks, id);
  const [task] = await shownTasks(db, [row]);
  const stages = await stageRows(db, [id]);
  const events = await historyOf(db, id);
  const names = await accountNames(
    db,
    events.map(({ accountId }) => accountId),
  );
  const work = await workOf(db, row, now());
  const approver = await accountNames(db, [row.approvedById]);
  return {
    ...task!,
    plan: row.plan,
    stageRows: row.plan.stages.map((_, n) => {
      const stage = stages.find((it) => it.stage === n);
      const { startedAt = null, completedAt = null, nextAt = null } = stage ?? {};
      return { counts: stage ? countsOf(stage) : none, startedAt, completedAt, nextAt };
    }),
    approvedBy: approver.get(row.approvedById ?? '') ?? null,
    approvedAt: row.approvedAt,
    refusedReasons: row.refusedReasons,
    approvalFault: await faultOf(reader, row),
    work,
    history: events.map(({ at, accountId, act, state, reason }) => ({
      at,
      by: names.get(accountId ?? '') ?? '',
      act,
      state,
      reason,
    })),
  };
}

/** One task of the tenant scope, locked to change it. A change of an older revision is refused. */
export async function findToChange(
  db: Tx,
  { id, revision }: { id: string; revision?: number },
): Promise<OtaTaskRow> {
  const row = await find(db, otaTasks, id, { lock: true });
  if (revision !== undefined && revision !== row.revision) {
    const names = await accountNames(db, [row.updatedById]);
    throw changedMeanwhile(names.get(row.updatedById ?? '') ?? '', row.updatedAt);
  }
  return row;
}
