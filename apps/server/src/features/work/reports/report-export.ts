import { csvLine, csvMark } from '@sweepline/contract';
import { Readable } from 'node:stream';
import { sql, type SQL } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { isMeasuring, reportFilter, type ReportFilters } from './report-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';

/** Less than a megabyte of text, because a slow download keeps it in memory. */
const batch = 4_000;

/** Characters of a text that must be escaped. */
const marks = sql.raw(`'[-=+@＝＋－＠",\t\r\n]'`);

/**
 * SQL with the result of `csvLine` for a text. It runs in PostgreSQL, because half a million rows would each need a dozen objects
 * here. A property test checks that both results are equal.
 */
export const csvText = (value: SQL): SQL =>
  sql`(select case when word !~ ${marks} then word else (
      select case when safe ~ '[",\r\n]' then '"' || replace(safe, '"', '""') || '"' else safe end
      from (select case when word ~ '^[-=+@\t\r\n＝＋－＠]' then '''' || word else word end as safe) as disarmed
    ) end from (select coalesce(${value}, '') as word) as source)`;

/** A text of the run. The check of a text is expensive, so all texts of a row are checked together first. */
const textCell = (name: string): SQL => {
  const cell = sql.raw(`w.${name}`);
  return sql`case when w.is_plain then ${cell} else ${csvText(cell)} end`;
};

/** ISO 8601 without a format pattern, which is slow for a million times. */
const instant = (column: SQL) => sql`replace((${column} at time zone 'UTC')::text, ' ', 'T') || 'Z'`;
const plain = (name: string) => sql.raw(`r.${name}`);

/** The columns in order, with name and cell. Texts that users wrote are escaped; the server wrote the others. */
const columns: readonly (readonly [name: string, cell: SQL])[] = [
  ['id', plain('id')],
  ['task', textCell('task')],
  ['device', sql`d.nickname`],
  ['sn', sql`d.sn`],
  ['company', sql`c.name`],
  ['site', sql`m.site`],
  ['map', sql`m.name`],
  ['result', plain('result')],
  ['code', textCell('code')],
  ['cleaningMode', textCell('mode')],
  ['strength', textCell('strength')],
  ['startedAt', instant(sql`r.started_at`)],
  ['endedAt', instant(sql`r.ended_at`)],
  ['origin', sql`w.origin`],
  ['by', textCell('by')],
  ['plannedM2', plain('planned_m2')],
  ['noGoM2', plain('no_go_m2')],
  ['reachableM2', plain('reachable_m2')],
  ['cleanedM2', plain('cleaned_m2')],
  ['uncleanedM2', plain('uncleaned_m2')],
  ['coverage', plain('coverage')],
  ['seconds', plain('seconds')],
  ['cleaningSeconds', plain('cleaning_seconds')],
  ['m2PerHour', sql`round(r.cleaned_m2::float8 * 36000 / nullif(r.cleaning_seconds::float8, 0)) / 10`],
  ['distanceM', plain('distance_m')],
  ['waterL', plain('water_l')],
  ['dirtyWaterL', plain('dirty_water_l')],
  ['energyWh', plain('energy_wh')],
  ['socStart', plain('soc_start')],
  ['socEnd', plain('soc_end')],
  ['charges', plain('charges')],
  ['replenishes', plain('replenishes')],
  ['mopWashes', plain('mop_washes')],
  ['flags', sql`array_to_string(r.flags, ' ')`],
  ['isMeasuring', sql`r.is_measuring::int`],
];

const cells = sql.join(
  columns.map(([, cell]) => sql`coalesce((${cell})::text, '')`),
  sql` || ',' || `,
);

interface Piece {
  lines: string | null;
  rows: number;
  last_at: string | null;
  last_id: string | null;
}

/** The lines of one batch as one text, and the last row. The limit applies before the joins; names shared by rows are escaped once. */
async function pieceAfter(db: Tx, input: ReportFilters, after: { at: string; id: string } | undefined) {
  const newer = after
    ? sql`and (${taskReports.startedAt}, ${taskReports.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const pieces = await db.execute<Piece & Record<string, unknown>>(sql`
    with r as materialized (
      select id, device_id, company_id, map_id, result, code, started_at, ended_at, planned_m2, no_go_m2, reachable_m2, cleaned_m2, uncleaned_m2,
        coverage,
        seconds, cleaning_seconds, distance_m, water_l, dirty_water_l, energy_wh, soc_start, soc_end, charges, replenishes,
        mop_washes, flags, ${isMeasuring} as is_measuring
      from ${taskReports} where ${reportFilter(db, input)} ${newer}
      order by ${taskReports.startedAt}, ${taskReports.id} limit ${batch}
    ),
    w as materialized (
      select g.*, (g.task || g.code || g.mode || g.strength || g.by) !~ ${marks} as is_plain from (
        select r.id, coalesce(${runs.name}, '') as task, coalesce(r.code, '') as code, ${runs.origin} as origin, ${runs.by} as by,
          coalesce(${runs.plan} ->> 'cleaningMode', '') as mode, coalesce(${runs.plan} ->> 'strength', '') as strength
        from r join ${runs} on ${runs.id} = r.id offset 0
      ) g
    ),
    d as materialized (
      select id, ${csvText(sql`nickname`)} as nickname, ${csvText(sql`sn`)} as sn from ${devices}
      where id in (select device_id from r)
    ),
    c as materialized (
      select id, ${csvText(sql`name`)} as name from ${companies} where id in (select company_id from r)
    ),
    m as materialized (
      select ${maps.id}::text as id, ${csvText(sql`${maps.name}`)} as name, ${csvText(sql`${sites.name}`)} as site
      from ${maps} left join ${sites} on ${sites.id} = ${maps.siteId} where ${maps.id}::text in (select map_id from r)
    )
    select string_agg(${cells}, e'\r\n' order by r.started_at, r.id) as lines, (select count(*) from r)::int as rows,
      (select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from r order by started_at desc, id desc limit 1) as last_at,
      (select id::text from r order by started_at desc, id desc limit 1) as last_id
    from r
    join w on w.id = r.id
    join d on d.id = r.device_id join c on c.id = r.company_id left join m on m.id = r.map_id`);
  // An aggregate without groups always returns one row.
  return pieces[0]!;
}

/**
 * Each batch has its own transaction, so that a slow download keeps none open. The next batch is read while the client receives this
 * one.
 */
async function* lines({ services, account }: Pick<Ctx, 'services' | 'account'>, input: ReportFilters) {
  yield csvMark + csvLine(columns.map(([name]) => name));
  const read = (after?: { at: string; id: string }) => {
    const piece = inScope(services.db, account.scope, (db) => pieceAfter(db, input, after), {
      readOnly: true,
      home: account.companyId,
      isBulk: true,
    });
    // The promise is awaited later, or never if the client has disconnected.
    piece.catch(() => {});
    return piece;
  };
  let next: ReturnType<typeof read> | undefined = read();
  while (next) {
    const piece: Piece = await next;
    const more = piece.rows === batch && piece.last_at !== null && piece.last_id !== null;
    next = more ? read({ at: piece.last_at ?? '', id: piece.last_id ?? '' }) : undefined;
    if (piece.lines) yield `${piece.lines}\r\n`;
  }
}

/** The filtered reports as streamed CSV, oldest first. */
export const exportReports = (
  ctx: Pick<Ctx, 'services' | 'account'>,
  input: ReportFilters & { from: string; to: string },
): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: `task-reports-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.csv`,
  open: () => Readable.from(lines(ctx, input), { objectMode: false }),
});
