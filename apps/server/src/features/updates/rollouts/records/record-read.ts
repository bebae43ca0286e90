import {
  otaRecordStates,
  type Input,
  type OtaRecord,
  type OtaRecordState,
  type otaTaskCalls,
} from '@sweepline/contract';
import { and, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { deviceJobs } from '../../../../entities/devices/device-job-table.ts';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { otaRecords, otaStages, otaTasks } from '../../../../entities/updates/ota-task-table.ts';
import { companies } from '../../../../entities/people/company-table.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import { Refusal, type Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../../platform/db/page.ts';
import { paginate } from '../../../../platform/db/paginate.ts';
import { leadMinutes, leadOf, plannedRunMinutes } from '../engine/candidates.ts';
import { waitsOf, type WaitFacts } from './record-waits.ts';
import { readWaitFacts } from './wait-facts.ts';

const recordRows = (db: Tx) =>
  db
    .select({
      record: otaRecords,
      device: { id: devices.id, nickname: devices.nickname, sn: devices.sn, model: devices.model },
      companyName: sql<string>`coalesce(${companies.name}, '')`,
      site: { id: sites.id, name: sites.name, timezone: sites.timezone },
      job: {
        phase: deviceJobs.phase,
        pct: deviceJobs.pct,
        rateBps: deviceJobs.rateBps,
        waits: deviceJobs.waits,
        endedAt: deviceJobs.endedAt,
      },
      live: { state: deviceLives.state, since: deviceLives.since },
    })
    .from(otaRecords)
    .innerJoin(devices, and(eq(devices.id, otaRecords.deviceId), visible(db, devices)))
    .leftJoin(
      companies,
      and(eq(companies.id, otaRecords.companyId), visible(db, { companyId: companies.id })),
    )
    .leftJoin(sites, and(eq(sites.id, devices.siteId), visible(db, sites)))
    .leftJoin(
      deviceJobs,
      and(
        eq(deviceJobs.deviceId, otaRecords.deviceId),
        eq(deviceJobs.jobId, otaRecords.jobId),
        visible(db, deviceJobs),
      ),
    )
    .leftJoin(deviceLives, and(eq(deviceLives.id, otaRecords.deviceId), visible(db, deviceLives)))
    .$dynamic();
export type FoundRecord = Awaited<ReturnType<typeof recordRows>>[number];

function recordOf(
  { record, device, companyName, site, job }: FoundRecord,
  facts: WaitFacts | undefined,
): OtaRecord {
  const isOpenJob = job !== null && job.endedAt === null && record.step !== 'ENDED';
  const leads = { leadMinutes: facts ? leadOf(facts.task) : leadMinutes, plannedRunMinutes };
  return {
    ...record,
    device,
    companyName,
    siteName: site?.name ?? null,
    pct: isOpenJob ? job.pct : null,
    rateBps: isOpenJob ? job.rateBps : null,
    waits: facts ? waitsOf(facts, leads) : [],
  };
}

async function shown(db: Tx, found: readonly FoundRecord[], now: Date): Promise<OtaRecord[]> {
  const factsOf = await readWaitFacts(db, found, now.getTime());
  return found.map((row) => recordOf(row, factsOf(row)));
}

/** The records of a task that the counters of its stages count. */
interface Counters {
  taskId: string;
  stage: number | undefined;
  states: readonly OtaRecordState[];
}
const counterOf = {
  INITIALIZING: otaStages.initializing,
  UPGRADING: otaStages.upgrading,
  SUCCESSFUL: otaStages.successful,
  FAILED: otaStages.failed,
};

/** The number of records of a rollout, without reading each of them. */
async function sumOfStages(db: Tx, { taskId, stage, states }: Counters): Promise<number> {
  const columns = states.map((state) => counterOf[state]);
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${sql.join(columns, sql` + `)}), 0)::int` })
    .from(otaStages)
    .where(
      and(
        eq(otaStages.taskId, taskId),
        stage === undefined ? undefined : eq(otaStages.stage, stage),
        visible(db, otaStages),
      ),
    );
  return row?.total ?? 0;
}

/** One page of the records that meet a condition, the newest first. */
export async function pageOfRecords(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  where: SQL | undefined,
  page: { page: number; pageSize: number },
  { orderBy = [desc(otaRecords.id)], counters }: { orderBy?: SQL[]; counters?: Counters | undefined } = {},
): Promise<{ list: OtaRecord[]; total: number }> {
  // A robot that was sold is hidden, and its records with it. Who sees all companies sees each robot.
  const own = visible(db, devices);
  const ofOwn = own && inArray(otaRecords.deviceId, db.select({ id: devices.id }).from(devices).where(own));
  const all = and(visible(db, otaRecords), ofOwn, where);
  const ids = db
    .select({ id: otaRecords.id })
    .from(otaRecords)
    .where(all)
    .orderBy(...orderBy)
    .$dynamic();
  // The page is chosen before its rows are joined: a late page of a rollout would join all robots before it.
  const rows = (limit: number, offset: number) =>
    recordRows(db)
      .where(sql`${otaRecords.id} = any(array(${ids.limit(limit).offset(offset)}))`)
      .orderBy(...orderBy);
  const count = counters && !own ? sumOfStages(db, counters) : counted(db, otaRecords, all);
  const { list, total } = await paginate(page, rows, count);
  return { total, list: await shown(db, list, now()) };
}

export async function readRecord(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<OtaRecord> {
  const { list } = await pageOfRecords(ctx, eq(otaRecords.id, id), { page: 1, pageSize: 1 });
  const [record] = list;
  if (!record) throw new Refusal('notFound');
  return record;
}

/** The records of tasks and packages. What did not end comes first, then by the order of the rollout. */
export async function listRecords(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { taskId, packageId, keyword, state, stage, ...page }: Input<typeof otaTaskCalls.records>,
) {
  const { db } = ctx;
  const pattern = keyword ? contains(keyword) : undefined;
  const named = pattern
    ? inArray(
        otaRecords.deviceId,
        db
          .select({ id: devices.id })
          .from(devices)
          .where(or(ilike(devices.sn, pattern), ilike(devices.nickname, pattern))),
      )
    : undefined;
  const ofPackage = packageId
    ? inArray(
        otaRecords.taskId,
        db.select({ id: otaTasks.id }).from(otaTasks).where(eq(otaTasks.packageId, packageId)),
      )
    : undefined;
  const where = and(
    taskId ? eq(otaRecords.taskId, taskId) : undefined,
    ofPackage,
    named,
    state && state.length > 0 ? inArray(otaRecords.state, state) : undefined,
    stage === undefined ? undefined : eq(otaRecords.stage, stage),
  );
  const counters =
    taskId && !packageId && !keyword
      ? { taskId, stage, states: state && state.length > 0 ? [...new Set(state)] : otaRecordStates }
      : undefined;
  const orderBy = taskId ? [sql`${otaRecords.stage}`, sql`${otaRecords.rank}`] : [desc(otaRecords.id)];
  return await pageOfRecords(ctx, where, page, { orderBy, counters });
}
