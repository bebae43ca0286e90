import { openRunStates, type Run } from '@sweepline/contract';
import { can, type Vehicle } from '@sweepline/contract/robot';
import { and, desc, eq, gte, ilike, isNull, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fromInserted } from '../../../platform/calls/recoveries.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft, type PageInput } from '../../../platform/db/paginate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible, inValues } from '../../../platform/db/page.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs, type RunRow } from '../../../entities/work/run-table.ts';
import { destinationOf } from '../../../entities/work/run-request.ts';
import { areasLeftOf } from './run-areas-left.ts';

const next = alias(runs, 'next');
const nextId = sql<
  string | null
>`(select ${next.id} from ${runs} as "next" where ${next.previousId} = ${runs.id} limit 1)`;
const result = sql<
  Run['result']
>`(select ${taskReports.result} from ${taskReports} where ${taskReports.id} = ${runs.id})`;
const device = { id: devices.id, sn: devices.sn, nickname: devices.nickname, model: devices.model };

const runRows = (db: Draft, from = runs) =>
  db
    .select({
      run: runs,
      result,
      device,
      vehicle: vehicleColumns,
      nextId,
      siteId: devices.siteId,
      map: { id: maps.id, name: maps.name },
    })
    .from(from)
    .innerJoin(devices, eq(devices.id, runs.deviceId))
    // Robots may report any text as the map. Only maps of the server have a UUID.
    .leftJoin(maps, eq(sql`${maps.id}::text`, runs.mapId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof runRows>>[number];

/** Runs in the form of the contract. */
async function runsOf(db: Tx, rows: readonly Row[]): Promise<Run[]> {
  const ended = rows.map(({ run }) => run).filter(({ state }) => !openStates.includes(state));
  const left = await areasLeftOf(db, ended);
  return rows.map(({ run, vehicle, ...joined }) => ({
    ...run,
    ...joined,
    can: actsOf(vehicle),
    areaM2: areaOf(run),
    drivesTo: destinationOf(run),
    restCount: joined.nextId === null ? (left.get(run.id)?.length ?? 0) : 0,
  }));
}

const actsOf = (vehicle: Vehicle): Run['can'] => [
  ...(can(vehicle, 'pause') ? (['PAUSE'] as const) : []),
  ...(can(vehicle, 'skip') ? (['SKIP'] as const) : []),
];

const areaOf = ({ plan: { areas } }: RunRow) =>
  areas.length === 0 ? null : areas.reduce((sum, { areaM2 }) => sum + areaM2, 0);

/** The recovery of a call that starts a run and answers it. */
export const startedRun = fromInserted(runs, async (db, id) => (await readRun(db, id)).run);

export const openStates: readonly string[] = openRunStates;

export interface RunFilters extends PageInput {
  keyword?: string | undefined;
  deviceId?: string | undefined;
  taskId?: string | undefined;
  state?: RunRow['state'][] | undefined;
  open?: boolean | undefined;
  kind?: RunRow['kind'] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const newestFirst = [desc(runs.createdAt), desc(runs.id)];

/** One page of runs, newest first. */
export async function listRuns(db: Tx, input: RunFilters) {
  const isOpen = inValues(runs.state, openStates);
  const where = and(
    visible(db, runs),
    input.deviceId ? eq(runs.deviceId, input.deviceId) : undefined,
    input.taskId ? eq(runs.taskId, input.taskId) : undefined,
    input.kind ? eq(runs.kind, input.kind) : undefined,
    input.state && input.state.length > 0 ? inValues(runs.state, input.state) : undefined,
    input.open === undefined ? undefined : input.open ? isOpen : sql`not (${isOpen})`,
    input.from ? or(isNull(runs.endedAt), gte(runs.endedAt, input.from)) : undefined,
    input.to ? lte(runs.startedAt, input.to) : undefined,
    input.keyword ? or(ilike(runs.name, contains(input.keyword)), ofDevice(input.keyword)) : undefined,
  );
  const { list, total } = await paginateTable(db, {
    table: runs,
    rows: runRows,
    input,
    where,
    orderBy: newestFirst,
  });
  return { total, list: await runsOf(db, list) };
}

const ofDevice = (keyword: string) => sql`${runs.deviceId} in (
  select ${devices.id} from ${devices}
  where ${devices.nickname} ilike ${contains(keyword)} or ${devices.sn} ilike ${contains(keyword)})`;

/** One visible run, in the form of the contract and as its row. */
export async function readRun(db: Tx, id: string): Promise<{ run: Run; row: RunRow }> {
  const [joined] = await runRows(db).where(and(eq(runs.id, id), visible(db, runs)));
  if (!joined) throw new Refusal('notFound');
  return { run: (await runsOf(db, [joined]))[0]!, row: joined.run };
}
