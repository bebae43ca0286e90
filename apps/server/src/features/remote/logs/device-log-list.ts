import {
  logDays,
  type deviceLogCalls,
  type DeviceLog,
  type Input,
  type LogPullState,
} from '@sweepline/contract';
import { and, eq, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { commands } from '../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../entities/devices/device-job-table.ts';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { accountName } from '../../../entities/people/account-names.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';

const dayMs = 86_400_000;

/** The robot's job decides. Before its first report the command does; a request without one was interrupted. */
const state = sql<LogPullState>`case
  when ${deviceJobs.state} is not null then ${deviceJobs.state}
  when ${commands.status} = 'CANCELED' then 'CANCELED'
  when ${commands.status} in ('QUEUED', 'SENT', 'ACCEPTED', 'RUNNING', 'SUCCEEDED') then 'WAITING'
  else 'FAILED' end`;

/** The job may have begun by an earlier command of the request. */
const ofJob = and(eq(deviceJobs.deviceId, deviceLogs.deviceId), eq(deviceJobs.jobId, deviceLogs.jobId));

const logRows = (db: Tx) =>
  db
    .select({
      row: deviceLogs,
      state,
      device: { sn: devices.sn, nickname: devices.nickname, model: devices.model },
      companyName: companies.name,
      by: sql<string>`coalesce(${accountName}, '')`,
      command: { status: commands.status, code: commands.code, endedAt: commands.endedAt },
      job: deviceJobs,
      file: { name: storedFiles.name, bytes: storedFiles.bytes },
    })
    .from(deviceLogs)
    .innerJoin(companies, eq(companies.id, deviceLogs.companyId))
    .leftJoin(devices, eq(devices.id, deviceLogs.deviceId))
    .leftJoin(commands, eq(commands.id, deviceLogs.commandId))
    .leftJoin(deviceJobs, ofJob)
    .leftJoin(storedFiles, eq(storedFiles.id, deviceLogs.fileId))
    .leftJoin(accounts, and(eq(accounts.id, deviceLogs.requestedById), visible(db, accounts)))
    .$dynamic();
type Found = Awaited<ReturnType<typeof logRows>>[number];

const noProgress = { phase: '', pct: null, bytesDone: null, bytesTotal: null, rateBps: null, waits: [] };
/** A robot of another company now is not named. */
const unnamed = { sn: '', nickname: '', model: '' };

const deviceLogOf = ({ row, device, command, job, ...found }: Found): DeviceLog => {
  const hasFailed = found.state === 'FAILED';
  const { phase, pct, bytesDone, bytesTotal, rateBps, waits } = job ?? noProgress;
  return {
    ...row,
    ...found,
    device: { id: row.deviceId, ...(device ?? unnamed) },
    from: row.fromAt,
    to: row.toAt,
    phase,
    pct,
    bytesDone,
    bytesTotal,
    rateBps,
    waits,
    code: hasFailed
      ? job?.code || command?.code || row.code
      : found.state === 'RUNNING'
        ? (job?.code ?? '')
        : '',
    endedAt: job ? job.endedAt : isWaiting(found.state) ? null : (command?.endedAt ?? row.createdAt),
    deletedAt: new Date(Date.parse(row.createdAt) + logDays * dayMs).toISOString(),
  };
};
const isWaiting = (it: LogPullState) => it === 'WAITING';

/** A visible log, else a refusal. */
export async function readLog(db: Tx, id: string): Promise<DeviceLog> {
  const [found] = await logRows(db).where(and(eq(deviceLogs.id, id), visible(db, deviceLogs)));
  if (!found) throw new Refusal('notFound');
  return deviceLogOf(found);
}

function matching(db: Tx, filters: Input<typeof deviceLogCalls.list>): SQL | undefined {
  const { keyword, deviceId, companyId, state: states, source, from, to } = filters;
  const pattern = keyword ? contains(keyword) : undefined;
  const inTexts = (column: typeof deviceLogs.paths | typeof deviceLogs.modules) =>
    sql`exists (select from jsonb_array_elements_text(${column}) it where it ilike ${pattern})`;
  return and(
    visible(db, deviceLogs),
    deviceId ? eq(deviceLogs.deviceId, deviceId) : undefined,
    companyId ? eq(deviceLogs.companyId, companyId) : undefined,
    states?.length ? inArray(state, states) : undefined,
    source?.length ? inArray(deviceLogs.source, source) : undefined,
    from ? gte(deviceLogs.createdAt, from) : undefined,
    to ? lte(deviceLogs.createdAt, to) : undefined,
    pattern
      ? or(
          ilike(devices.sn, pattern),
          ilike(devices.nickname, pattern),
          inTexts(deviceLogs.paths),
          inTexts(deviceLogs.modules),
        )
      : undefined,
  );
}

const sortable = { createdAt: deviceLogs.createdAt, bytes: storedFiles.bytes };

/** The number of logs that match; the state is derived of the joined tables. */
const countLogs = (db: Tx, where: SQL | undefined): Promise<number> =>
  counted(
    db,
    sql`${deviceLogs} left join ${devices} on ${eq(devices.id, deviceLogs.deviceId)}
      left join ${commands} on ${eq(commands.id, deviceLogs.commandId)} left join ${deviceJobs} on ${ofJob}`,
    where,
  );

/** One page of logs. */
export async function listLogs(db: Tx, input: Input<typeof deviceLogCalls.list>) {
  const where = matching(db, input);
  const rows = logRows(db)
    .where(where)
    .orderBy(...orderBy(sortable, input.sort, deviceLogs.id));
  const { list, total } = await paginate(input, rows, countLogs(db, where));
  return { total, list: list.map(deviceLogOf) };
}

/** The changed rows give the audit entry its records. */
export const countDownloads = (db: Tx, ids: readonly string[]) =>
  db
    .update(deviceLogs)
    .set({ downloads: sql`${deviceLogs.downloads} + 1` })
    .where(inValues(deviceLogs.id, ids));
