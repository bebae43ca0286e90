import { zoneStates, type BoardZone, type ZoneState } from '@sweepline/contract';
import type { Tx } from '../../../platform/db/db.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';
import { contains } from '../../../platform/db/page.ts';
import { getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites, floors } from '../../../entities/places/site-table.ts';
import { actLiveJson, deviceLives } from '../../../entities/devices/device-live-table.ts';
import { zoneCleanings } from '../../../entities/work/floor/zone-cleaning-table.ts';
import { cleaningJson, dueOfZone, leastCoverage, ofZone, stateOfZone } from './zone-board-sql.ts';
import { zoneTargets } from './zone-board-table.ts';

export interface BoardFilters {
  keyword?: string | undefined;
  state?: ZoneState[] | undefined;
  companyId?: string | undefined;
  siteId?: string | undefined;
  mapId?: string | undefined;
  zoneId?: string | undefined;
}

/** SQL of every zone of the visible maps, with its target, its cleanings and its state at `$1`. */
const board = `
  with zones as (
    select m.id as map_id, m.company_id, m.site_id, m.floor_id, z.value ->> 'id' as zone_id,
      z.value ->> 'name' as name, z.value -> 'points' as points, z.ordinality as place
    from ${getTableName(maps)} m, jsonb_array_elements(m.elements -> 'zones') with ordinality z
    where z.value ->> 'type' = 'CLEAN' and ($2::uuid[] is null or m.company_id = any($2::uuid[]))
      and ($3::uuid is null or m.company_id = $3::uuid) and ($4::uuid is null or m.site_id = $4::uuid)
      and ($5::uuid is null or m.id = $5::uuid) and ($6::text is null or z.value ->> 'id' = $6::text)
      and ($7::text is null or z.value ->> 'name' ilike $7::text or m.name ilike $7::text)
  ), judged as (
    select z.*, t.source, t.every_hours, ${leastCoverage} as least_coverage,
      coalesce(t.version, 0) as target_version, t.updated_at as target_at, coalesce(t.updated_by, '') as target_by,
      good.json as good, last.json as last, due.due_at,
      ${stateOfZone} as state
    from zones z
    left join ${getTableName(zoneTargets)} t on t.map_id = z.map_id and t.zone_id = z.zone_id
    ${dueOfZone}
    left join lateral (
      select ${cleaningJson('c')} as json from ${getTableName(zoneCleanings)} c where ${ofZone} order by c.ended_at desc limit 1
    ) last on true
  ), ranked as (
    select judged.*, array_position(array['OVERDUE','NEVER','SOON','FRESH','FREE'], state) as rank from judged
  )`;

const parametersOf = (db: Tx, now: Date, filters: BoardFilters) => [
  now.toISOString(),
  db.scope === '*' ? null : db.scope,
  filters.companyId ?? null,
  filters.siteId ?? null,
  filters.mapId ?? null,
  filters.zoneId ?? null,
  filters.keyword ? contains(filters.keyword) : null,
];

interface Row extends Omit<BoardZone, 'target'> {
  source: BoardZone['target']['source'] | null;
  everyHours: number | null;
  leastCoverage: number;
  targetVersion: number;
  targetAt: string | null;
  targetBy: string;
  total: number;
}

const columns = `z.map_id || ':' || z.zone_id as id, z.zone_id as "zoneId", z.name, z.points,
  jsonb_build_object('id', m.id, 'name', m.name, 'ground', jsonb_build_object('file', m.grid_file_id, 'width', m.width,
    'height', m.height, 'resolution', m.resolution, 'originX', m.origin_x, 'originY', m.origin_y)) as map,
  o.name as "companyName", case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'timezone', s.timezone) end as site,
  f.name as floor, z.state, z.due_at as "dueAt", z.source, z.every_hours as "everyHours",
  z.least_coverage::float8 as "leastCoverage", z.target_version as "targetVersion", z.target_at as "targetAt",
  z.target_by as "targetBy", z.good as "lastCleaned", z.last as "lastTouched",
  coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'sn', v.sn, 'nickname', v.nickname, 'model', v.model,
    'protocol', v.protocol, 'actions', v.actions, 'declared', v.declared, 'binding', v.binding, 'live', ${actLiveJson('l')}) order by v.nickname)
    from ${getTableName(deviceLives)} l join ${getTableName(devices)} v on v.id = l.id where l.map_id = m.id::text and v.binding = 'ACTIVATED'), '[]') as devices`;

const zoneOf = ({
  source,
  everyHours,
  leastCoverage,
  targetVersion,
  targetAt,
  targetBy,
  total: _total,
  ...row
}: Row): BoardZone => ({
  ...row,
  target: {
    source: source ?? 'NONE',
    everyHours,
    leastCoverage: Math.round(leastCoverage * 1000) / 1000,
    version: targetVersion,
    updatedAt: targetAt,
    updatedBy: targetBy,
  },
});

/** One page of the board, grouped by map. Maps with the most overdue zone are first. */
export async function readBoard(
  db: Tx,
  now: Date,
  filters: BoardFilters,
  input: PageInput,
): Promise<{ list: BoardZone[]; total: number }> {
  const parameters = parametersOf(db, now, filters);
  const states = filters.state && filters.state.length > 0 ? filters.state : null;
  const inStates = '($8::text[] is null or state = any($8::text[]))';
  const rows = (limit: number, offset: number) =>
    db.raw<Row>(
      `${board}, paged as (
        select r.*, min(rank) over (partition by map_id) as worst,
          min(due_at) filter (where rank <= 3) over (partition by map_id) as soonest
        from ranked r where ${inStates}
      )
      select ${columns} from paged z join ${getTableName(maps)} m on m.id = z.map_id join ${getTableName(companies)} o on o.id = z.company_id
        left join ${getTableName(sites)} s on s.id = z.site_id left join ${getTableName(floors)} f on f.id = z.floor_id
      order by z.worst, z.soonest nulls last, m.name, m.id, z.rank, z.due_at nulls last, z.place limit ${limit} offset ${offset}`,
      [...parameters, states],
    );
  const total = db
    .raw<{ total: number }>(`${board} select count(*)::int as total from ranked where ${inStates}`, [
      ...parameters,
      states,
    ])
    .then(([row]) => row?.total ?? 0);
  const page = await paginate(input, rows, total);
  return { ...page, list: page.list.map(zoneOf) };
}

/** Number of zones by state. */
export async function countBoard(db: Tx, now: Date): Promise<Record<ZoneState, number>> {
  const rows = await db.raw<{ state: ZoneState; n: number }>(
    `${board} select state, count(*)::int as n from ranked group by 1`,
    parametersOf(db, now, {}),
  );
  const counts = new Map(rows.map(({ state, n }) => [state, n]));
  return Object.fromEntries(zoneStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
    ZoneState,
    number
  >;
}
