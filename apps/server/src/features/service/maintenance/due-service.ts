import { and, asc, eq, getTableColumns, getTableName, lte } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { writeRecord } from '../../../entities/service/maintenance-record-service.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { createWorkOrder } from '../orders/work-order-create-service.ts';
import { readReadings, watchesParts } from './device-readings.ts';
import { dueOf, nextBase, nextCheckOf, type Readings } from './due-rules.ts';
import { maintenanceDues, maintenancePlans, type DueRow, type PlanRow } from './maintenance-plan-table.ts';
import { syncNext, type DueJob, type Failures } from './due-sync.ts';

const dayMs = 86_400_000;
/** Rows of one transaction, and transactions of one run: a kill loses at most one of them. */
const batchSize = 200;
const maxBatches = 50;
/** How long a row waits that could not be handled. */
const retryMs = 3_600_000;

const rowsOf = (db: Tx) =>
  db
    .select({ due: maintenanceDues, plan: maintenancePlans, model: devices.model })
    .from(maintenanceDues)
    .innerJoin(maintenancePlans, eq(maintenancePlans.id, maintenanceDues.planId))
    .innerJoin(devices, eq(devices.id, maintenanceDues.deviceId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const readingsOf = (db: Tx, rows: readonly Row[], now: Date) =>
  readReadings(
    db,
    rows.map(({ due, model }) => ({ id: due.deviceId, model })),
    { now, withParts: rows.some(({ plan }) => watchesParts(plan.triggers)) },
  );

const changing = [
  'since',
  'base',
  'dueAt',
  'reason',
  'checkedAt',
  'nextCheckAt',
  'orderId',
  'cycle',
] as const;
type Change = Pick<DueRow, 'id' | (typeof changing)[number]>;
const columns = getTableColumns(maintenanceDues);
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typed = changing.map((key) => `${snake(key)} ${columns[key].getSQLType()}`).join(', ');

/** Stores the changes of a batch in one statement. */
export async function storeDues(db: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const records = changes.map((change) => ({
    id: change.id,
    ...Object.fromEntries(changing.map((key) => [snake(key), change[key]])),
  }));
  await db.raw(
    `update ${getTableName(maintenanceDues)} d set ${changing.map((key) => `${snake(key)} = it.${snake(key)}`).join(', ')}
     from jsonb_to_recordset($1::text::jsonb) it(id uuid, ${typed}) where d.id = it.id`,
    [JSON.stringify(records)],
  );
}

/** The row as it stands after a look at the meters. */
function lookedAt(due: DueRow, plan: PlanRow, readings: Readings, now: Date): DueRow {
  const base = due.base ?? readings.meters;
  const next = dueOf(plan.triggers, { ...due, base }, readings, now.getTime());
  const dueAt = next?.dueAt ?? null;
  const nextCheckAt = nextCheckOf(dueAt, plan.leadDays, now.getTime());
  return { ...due, base, dueAt, reason: next?.reason ?? null, checkedAt: now.toISOString(), nextCheckAt };
}

/** Makes the work order of a robot that is due, with its planned record. */
async function makeOrder(tx: Tx, { bus, now }: DueJob, due: DueRow, plan: PlanRow): Promise<DueRow> {
  const { order } = await createWorkOrder(
    { db: tx, bus, now, by: null },
    {
      deviceId: due.deviceId,
      origin: 'PLAN',
      name: plan.name,
      type: plan.type === 'INSPECTION' ? 'INSPECTION' : 'MAINTENANCE',
      level: plan.level,
      description: plan.work,
      planId: plan.id,
      templateId: plan.templateId,
    },
  );
  await writeRecord(tx, {
    companyId: due.companyId,
    deviceId: due.deviceId,
    at: due.dueAt ?? now().toISOString(),
    type: plan.type,
    state: 'PLANNED',
    source: 'ORDER',
    content: plan.name,
    orderId: order.id,
    cause: `due:${due.id}:${due.cycle}`,
  });
  return { ...due, orderId: order.id, nextCheckAt: null };
}

const isAwaited = (now: Date) =>
  and(lte(maintenanceDues.nextCheckAt, now.toISOString()), eq(maintenancePlans.active, true));

/** Looks at rows whose time has come, or at one of them, and makes the orders that are due. Returns the number of rows. */
const checkRows = (job: DueJob, id?: string): Promise<number> =>
  inScope(job.db, '*', async (tx) => {
    const now = job.now();
    const rows = await rowsOf(tx)
      .where(and(isAwaited(now), id === undefined ? undefined : eq(maintenanceDues.id, id)))
      .orderBy(asc(maintenanceDues.nextCheckAt))
      .limit(batchSize)
      .for('update', { of: maintenanceDues, skipLocked: true });
    const readings = await readingsOf(tx, rows, now);
    const changes: DueRow[] = [];
    for (const { due, plan } of rows) {
      const looked = lookedAt(due, plan, readings(due.deviceId), now);
      const isDue =
        looked.dueAt !== null && Date.parse(looked.dueAt) - plan.leadDays * dayMs <= now.getTime();
      changes.push(isDue ? await makeOrder(tx, job, looked, plan) : looked);
    }
    await storeDues(tx, changes);
    return rows.length;
  });

/** Looks at the rows of a failed batch one by one. A row that fails again waits an hour, so that the others go on. */
async function checkSingly(job: DueJob, failures: Failures): Promise<number> {
  const now = job.now();
  const rows = await inScope(
    job.db,
    '*',
    (tx) => rowsOf(tx).where(isAwaited(now)).orderBy(asc(maintenanceDues.nextCheckAt)).limit(batchSize),
    { readOnly: true },
  );
  for (const { due } of rows) {
    const postpone = () =>
      inScope(job.db, '*', (tx) =>
        tx
          .update(maintenanceDues)
          .set({ nextCheckAt: new Date(now.getTime() + retryMs).toISOString() })
          .where(eq(maintenanceDues.id, due.id)),
      );
    await checkRows(job, due.id).catch(async (error: unknown) => {
      failures.set(`plan ${due.planId}, device ${due.deviceId}`, error);
      await postpone();
    });
  }
  return rows.length;
}

const checkBatch = (job: DueJob, failures: Failures): Promise<number> =>
  checkRows(job).catch(() => checkSingly(job, failures));

/** The row after its work was done or left out: the meters of the plan count from there. */
export function completed(due: DueRow, plan: PlanRow, readings: Readings, at: string): DueRow {
  const base = due.base ?? {};
  return {
    ...due,
    ...nextBase(plan, { ...due, base }, { meters: readings.meters, at }),
    dueAt: null,
    reason: null,
    orderId: null,
    cycle: due.cycle + 1,
    nextCheckAt: plan.active ? at : null,
  };
}

/** Ends the present time of robots whose order was resolved. */
const completeBatch = ({ db, now }: DueJob): Promise<number> =>
  inScope(db, '*', async (tx) => {
    const rows = await tx
      .select({
        due: maintenanceDues,
        plan: maintenancePlans,
        model: devices.model,
        at: workOrders.resolvedAt,
      })
      .from(maintenanceDues)
      .innerJoin(
        workOrders,
        and(eq(workOrders.id, maintenanceDues.orderId), eq(workOrders.state, 'RESOLVED')),
      )
      .innerJoin(maintenancePlans, eq(maintenancePlans.id, maintenanceDues.planId))
      .innerJoin(devices, eq(devices.id, maintenanceDues.deviceId))
      .limit(batchSize)
      .for('update', { of: maintenanceDues, skipLocked: true });
    const readings = await readingsOf(tx, rows, now());
    await storeDues(
      tx,
      rows.map(({ due, plan, at }) =>
        completed(due, plan, readings(due.deviceId), at ?? now().toISOString()),
      ),
    );
    return rows.length;
  });

const maxNamed = 20;

/** One run of the job: bounded batches, each in its own transaction. Rows that failed are named after the others were handled. */
export async function advanceDues(job: DueJob): Promise<void> {
  const failures: Failures = new Map();
  for (const step of [completeBatch, syncNext, checkBatch])
    for (let batch = 0; batch < maxBatches; batch++) if ((await step(job, failures)) === 0) break;
  if (failures.size === 0) return;
  const names = [...failures.keys()].slice(0, maxNamed).join('; ');
  throw new AggregateError(failures.values(), `${failures.size} checks failed: ${names}`);
}

export const maintenanceDueJob = (needs: DueJob): Job => ({
  name: 'maintenance.due',
  everySeconds: 60,
  mayOverlap: true,
  run: () => advanceDues(needs),
});
