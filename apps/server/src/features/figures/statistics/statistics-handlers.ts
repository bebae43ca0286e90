import { statisticsCalls, type Input, type StatisticsFilter } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { boundsOf, inSiteDays, siteDaysBefore, siteZonesOf } from '../../../entities/places/site-days.ts';
import { readPlaces } from './region-service.ts';
import { rankedBy, sumsOf, totalsOf, type Sums } from '../../../entities/figures/figure-sums.ts';
import {
  bucketOf,
  checkFilter,
  noTotals,
  queryOf,
  readParts,
  readSteps,
  readTotals,
  type OnSiteDays,
  type StatisticsQuery,
} from './statistics-service.ts';
import { getTableName } from 'drizzle-orm';
import { deviceDays } from './statistics-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';

/** Runs a query after the check of its filter. */
const withFilter =
  <I extends StatisticsFilter, O>(work: (db: Tx, input: OnSiteDays<I>) => Promise<O>) =>
  async ({ db, now }: Pick<Ctx, 'db' | 'now'>, input: I): Promise<O> =>
    await work(db, await checkFilter(db, input, now()));

/** The current robots by model, with the number online and the number that worked in the period. */
async function devicesOf(db: Tx, { companyId, siteId, deviceId, ...days }: StatisticsQuery) {
  const { from, to } = boundsOf(days);
  const parameters: unknown[] = [from, to, db.scope === '*' ? null : db.scope];
  parameters.push(companyId ?? null, siteId ?? null, deviceId ?? null);
  const onDays = [
    'd.day between $1::date and $2::date',
    ...inSiteDays(days, (value) => `$${parameters.push(value)}`),
  ];
  const worked = `exists (select from ${getTableName(deviceDays)} d where d.device_id = v.id and ${onDays.join(' and ')})`;
  const rows = await db.raw<{ model: string; total: number; online: number; worked: number }>(
    `select v.model, count(*)::int as total, count(*) filter (where l.state = 'ONLINE')::int as online,
       count(*) filter (where ${worked})::int as worked
     from ${getTableName(devices)} v left join ${getTableName(deviceLives)} l on l.id = v.id
     where ($3::uuid[] is null or v.company_id = any($3::uuid[])) and ($4::uuid is null or v.company_id = $4::uuid)
       and ($5::uuid is null or v.site_id = $5::uuid) and ($6::uuid is null or v.id = $6::uuid) and v.binding <> 'VOID'
     group by 1 order by 2 desc, 1`,
    parameters,
  );
  const sum = (of: 'total' | 'online' | 'worked') => rows.reduce((all, row) => all + row[of], 0);
  const models = rows.map(({ model, total, online }) => ({ model, total, online }));
  return { total: sum('total'), online: sum('online'), worked: sum('worked'), models };
}

async function regionsOf(
  db: Tx,
  { page, pageSize, ...filter }: OnSiteDays<Input<typeof statisticsCalls.regions>>,
) {
  const [{ list, total }, parts] = await Promise.all([
    readPlaces(db, { ...filter, page, pageSize }),
    readParts(db, filter, 'site', null),
  ]);
  const totals = new Map(parts.map((part) => [part.key, part.totals]));
  return { total, sites: list.map((site) => ({ ...site, totals: totals.get(site.id) ?? noTotals })) };
}

export const statisticsAnswers = answer(statisticsCalls, {
  index: withFilter(async (db, input) => {
    const before = siteDaysBefore(input);
    const [totals, earlier, zones] = await Promise.all([
      readTotals(db, input),
      readTotals(db, { ...input, ...before }),
      siteZonesOf(db, input),
    ]);
    return { from: input.from, to: input.to, zones, totals, before: { ...before, totals: earlier } };
  }),

  chart: withFilter(async (db, { step, weekStart, before, ...input }) => {
    const days = before ? siteDaysBefore(input) : input;
    const steps = await readSteps(db, { ...input, ...days }, bucketOf(step, weekStart));
    return { from: days.from, to: days.to, points: steps.map(({ step: day, totals }) => ({ day, totals })) };
  }),

  split: withFilter(async (db, { by, ...input }) => ({ parts: await readParts(db, input, by) })),

  devices: withFilter(devicesOf),

  regions: withFilter(regionsOf),

  times: withFilter(async (db, input) => {
    const steps = await readSteps(db, input, 'extract(isodow from d.day)::int');
    return { weekdays: steps.map(({ step, totals }) => ({ weekday: Number(step), totals })) };
  }),

  details: withFilter(async (db, input) => ({ modes: await readParts(db, input, 'mode') })),

  ranking: withFilter(async (db, { figure, top, least, ...input }) => {
    const { where, parameters } = queryOf(db, input, 'device');
    const { value, known } = rankedBy[figure];
    const rows = await db.raw<Sums & { deviceId: string; sn: string | null; nickname: string | null }>(
      `select s.*, v.sn, v.nickname from (
         select d.device_id as "deviceId", ${value} as rank, ${sumsOf} from ${getTableName(deviceDays)} d where ${where}
         group by 1 having ${known} > 0 order by 2 ${least ? 'asc' : 'desc'}, 1 limit ${top}
       ) s left join ${getTableName(devices)} v on v.id = s."deviceId" order by s.rank ${least ? 'asc' : 'desc'}, 1`,
      parameters,
    );
    return {
      devices: rows.map((row) => ({
        deviceId: row.deviceId,
        sn: row.sn,
        nickname: row.nickname,
        totals: totalsOf(row),
      })),
    };
  }),
});
