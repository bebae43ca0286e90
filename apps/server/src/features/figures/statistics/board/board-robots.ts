import type { boardDeviceSorts, boardFigureCalls, BoardDevice, Input } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { companies } from '../../../../entities/people/company-table.ts';
import { deviceGroups } from '../../../../entities/devices/device-group-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import { taskReports } from '../../../../entities/work/report-table.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { contains } from '../../../../platform/db/page.ts';
import { paginate } from '../../../../platform/db/paginate.ts';
import { countAssistsOnDays } from '../../../alarms/assists/assist-service.ts';
import type { OnSiteDays } from '../statistics-service.ts';
import { rankedBy } from '../../../../entities/figures/figure-sums.ts';
import { boardRows, type BoardSource } from './board-query.ts';
import { readBoard } from './board-service.ts';
import { boardFiguresOf, noSums } from './board-values.ts';

type RobotsInput = OnSiteDays<Input<(typeof boardFigureCalls)['robots']>>;
type SortKey = (typeof boardDeviceSorts)[number];

const dayMs = 86_400_000;

/** The last report by a believable clock. */
const lastReport = `(select r.ended_at from ${getTableName(taskReports)} r
  where r.device_id = v.id and not 'CLOCK' = any(r.flags) order by r.started_at desc limit 1)`;

const ifKnown = ({ value, known: count }: { value: string; known: string }) =>
  `case when ${count} > 0 then (${value})::float8 end`;
const rates = {
  starts: 'sum(d.done)::float8 / nullif(sum(d.done + d.partial + d.failed + d.missed), 0)',
  online: 'sum(d.online_ms)::float8 / nullif(sum(d.bound_ms), 0)',
};

/** For each sort key the source and the value of a robot in it; `none` is the value of a robot without rows. */
const ranks: Partial<Record<SortKey, { source: BoardSource; value: string; none?: 0 }>> = {
  reports: { source: 'reports', value: 'sum(d.reports)::float8', none: 0 },
  cleanedM2: { source: 'reports', value: ifKnown(rankedBy.cleanedM2) },
  coverage: { source: 'reports', value: ifKnown(rankedBy.coverage) },
  workedS: { source: 'reports', value: ifKnown(rankedBy.workedS) },
  m2PerHour: { source: 'reports', value: ifKnown(rankedBy.m2PerHour) },
  energyWh: { source: 'reports', value: ifKnown(rankedBy.energyWh) },
  starts: { source: 'starts', value: rates.starts },
  online: { source: 'online', value: rates.online },
  alarms: { source: 'alarms', value: 'sum(d.alarms)::float8', none: 0 },
};

const robotName = `coalesce(nullif(v.nickname, ''), v.sn)`;

/** The condition of the list. `parameters` get the values. */
function conditionOf(db: Tx, now: Date, input: RobotsInput, parameters: unknown[]): string {
  const place = (value: unknown) => `$${parameters.push(value)}`;
  const only = (value: string | undefined, column: string) =>
    value === undefined ? [] : [`v.${column} = ${place(value)}`];
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  const { keyword, deviceId, companyId, siteId, groupId, model, idleDays } = input;
  const pattern = keyword && place(contains(keyword));
  return [
    'device_counts(v.binding, v.use_status, v.inventory, c.type)',
    ...(db.scope === '*' ? [] : [`v.company_id = any(${place(db.scope)}::uuid[])`]),
    ...(pattern ? [`(v.nickname ilike ${pattern} or v.sn ilike ${pattern})`] : []),
    ...only(deviceId, 'id'),
    ...only(companyId, 'company_id'),
    ...only(siteId, 'site_id'),
    ...only(groupId, 'group_id'),
    ...only(model, 'model'),
    ...(idleDays === undefined
      ? []
      : [`coalesce(${lastReport}, v.activated_at) <= ${place(before(idleDays))}::timestamptz`]),
  ].join(' and ');
}

interface Ranking {
  /** Before the query. */
  head: string;
  /** Joined to the robots; `k.rank` is the value. */
  join: string;
  rank: string;
  parameters: unknown[];
}

/** How the robots are sorted. The sums of one source are grouped by robot; the other figures are read for one page. */
async function rankingOf(db: Tx, now: Date, input: RobotsInput, key: SortKey): Promise<Ranking> {
  if (key === 'nickname') return { head: '', join: '', rank: robotName, parameters: [] };
  if (key === 'lastReportAt') return { head: '', join: '', rank: lastReport, parameters: [] };
  const { from, to, spans } = input;
  const days = { from, to, spans };
  if (key === 'assists') {
    const counts = Map.groupBy(await countAssistsOnDays(db, days), ({ deviceId }) => deviceId);
    const totals = [...counts.values()].map((rows) => rows.reduce((sum, { count }) => sum + count, 0));
    const join = 'left join unnest($1::uuid[], $2::int[]) k(device_id, rank) on k.device_id = v.id';
    return { head: '', join, rank: 'coalesce(k.rank, 0)', parameters: [[...counts.keys()], totals] };
  }
  const { source, value, none } = ranks[key]!;
  // A robot that is at the site now may have worked at another one, so the figures are not limited to the site.
  const { head, from: rows, parameters } = boardRows(db, now, source, days, { byRobot: true });
  const join = `left join (select d.device_id, ${value} as rank ${rows} group by 1) k on k.device_id = v.id`;
  return { head, join, rank: none === 0 ? 'coalesce(k.rank, 0)' : 'k.rank', parameters };
}

type Row = Omit<BoardDevice, 'figures' | 'idleDays'> & { activatedAt: string | null };

const iso = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `v.id, v.sn, v.nickname, v.model, c.name as "companyName", ${iso(lastReport)} as "lastReportAt",
  ${iso('v.activated_at')} as "activatedAt",
  case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as site,
  case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end as "group"`;

/** One page of robots with their figures, sorted by one of them; a robot without a value is last in both directions. */
export async function listRobots(
  ctx: Ctx,
  input: RobotsInput,
): Promise<{ list: BoardDevice[]; total: number }> {
  const { db } = ctx;
  const now = ctx.now();
  const descending = input.sort.startsWith('-');
  // The contract names the sort keys; a minus sorts descending.
  const key = input.sort.slice(descending ? 1 : 0) as SortKey;
  const ranking = await rankingOf(db, now, input, key);
  const parameters = [...ranking.parameters];
  const robots = `${getTableName(devices)} v join ${getTableName(companies)} c on c.id = v.company_id`;
  const where = conditionOf(db, now, input, parameters);
  const rows = (limit: number, offset: number) =>
    db.raw<Row>(
      `${ranking.head}select ${columns} from ${robots} ${ranking.join}
         left join ${getTableName(sites)} s on s.id = v.site_id left join ${getTableName(deviceGroups)} g on g.id = v.group_id
       where ${where} order by ${ranking.rank} ${descending ? 'desc' : 'asc'} nulls last, v.id limit ${limit} offset ${offset}`,
      parameters,
    );
  const counting: unknown[] = [];
  const total = db.raw<{ total: number }>(
    `select count(*)::int as total from ${robots} where ${conditionOf(db, now, input, counting)}`,
    counting,
  );
  const page = await paginate(
    input,
    rows,
    total.then(([row]) => row?.total ?? 0),
  );
  const deviceIds = page.list.map(({ id }) => id);
  const { from, to, spans } = input;
  const sums = await readBoard(db, now, { from, to, spans, deviceIds }, 'device');
  const list = page.list.map(({ activatedAt, ...row }) => {
    const since = row.lastReportAt ?? activatedAt;
    const idleDays =
      since === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / dayMs));
    return { ...row, idleDays, figures: boardFiguresOf(sums.get(row.id) ?? noSums()) };
  });
  return { list, total: page.total };
}
