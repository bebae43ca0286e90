import type { Input, Output, SiteTarget, siteTargetCalls } from '@sweepline/contract';
import {
  and,
  asc,
  count,
  eq,
  getTableName,
  getTableColumns,
  ilike,
  inArray,
  max,
  min,
  sum,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { queryOf, type StatisticsQuery } from '../statistics/statistics-service.ts';
import { savingsOf, type SiteWork } from './savings-rules.ts';
import { siteTargets } from './site-target-table.ts';

type Filter = Input<typeof siteTargetCalls.savings>;
type Combined = Output<typeof siteTargetCalls.combined>;

const {
  id: _id,
  companyId: _companyId,
  siteId: _siteId,
  version,
  updatedBy,
  ...fields
} = getTableColumns(siteTargets);

interface ListFilter {
  keyword?: string | undefined;
  companyId?: string | undefined;
  siteId?: string | undefined;
}

/** Sites by name, with their targets and assumptions. */
export async function listTargets(
  db: Tx,
  { keyword, companyId, siteId }: ListFilter,
  page: { page: number; pageSize: number },
): Promise<{ list: SiteTarget[]; total: number }> {
  const where = and(
    visible(db, sites),
    companyId ? eq(sites.companyId, companyId) : undefined,
    siteId ? eq(sites.id, siteId) : undefined,
    keyword ? ilike(sites.name, contains(keyword)) : undefined,
  );
  const rows = db
    .select({
      site: { id: sites.id, name: sites.name },
      companyName: companies.name,
      ...fields,
      version,
      updatedBy,
    })
    .from(sites)
    .innerJoin(companies, eq(companies.id, sites.companyId))
    .leftJoin(siteTargets, eq(siteTargets.siteId, sites.id))
    .where(where)
    .orderBy(asc(sites.name), asc(sites.id));
  const { list, total } = await paginate(page, rows, counted(db, sites, where));
  return {
    list: list.map((row) => ({ ...row, version: row.version ?? 0, updatedBy: row.updatedBy ?? '' })),
    total,
  };
}

const dayMs = 86_400_000;
const range = (column: PgColumn) => ({
  sites: count(column),
  low: min(column).mapWith(Number),
  high: max(column).mapWith(Number),
});

/** A share has no sum: it has a value only while all sites that have it agree. */
const agreed = ({ sites: known, low, high }: { sites: number; low: number | null; high: number | null }) => ({
  value: known > 0 && low === high ? low : null,
  sites: known,
});

/** The targets of the chosen sites together. */
export async function combineTargets(
  db: Tx,
  { from, to, companyId, siteId, deviceId }: Filter,
): Promise<Combined> {
  const ofDevice = deviceId
    ? db.select({ siteId: devices.siteId }).from(devices).where(eq(devices.id, deviceId))
    : undefined;
  const [row] = await db
    .select({
      sites: count(),
      area: sum(siteTargets.areaM2PerWeek).mapWith(Number),
      areaSites: count(siteTargets.areaM2PerWeek),
      coverage: range(siteTargets.coverage),
      completion: range(siteTargets.completion),
      onlineRate: range(siteTargets.onlineRate),
    })
    .from(sites)
    .leftJoin(siteTargets, eq(siteTargets.siteId, sites.id))
    .where(
      and(
        visible(db, sites),
        companyId ? eq(sites.companyId, companyId) : undefined,
        siteId ? eq(sites.id, siteId) : undefined,
        ofDevice ? inArray(sites.id, ofDevice) : undefined,
      ),
    );
  const { sites: chosen, area, areaSites, coverage, completion, onlineRate } = row!;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  // The area of a site is not the task of one of its robots.
  const perWeek = deviceId || areaSites === 0 ? { value: null, sites: 0 } : { value: area, sites: areaSites };
  return {
    sites: chosen,
    days,
    areaM2PerWeek: perWeek,
    areaM2: { ...perWeek, value: perWeek.value === null ? null : (perWeek.value * days) / 7 },
    coverage: agreed(coverage),
    completion: agreed(completion),
    onlineRate: agreed(onlineRate),
  };
}

/** Sums of rows of one consumption, of those rows on which each counted report has it and an area. */
const compared = (stored: string, known: string, factor: string) => {
  const complete = `filter (where d.${known} = d.reports - d.left_out and d.cleaned_known = d.reports - d.left_out)`;
  const of = (column: string, divisor: string) =>
    `coalesce(sum(d.${column}) ${complete}, 0)::float8 / ${divisor}`;
  return `${of(stored, factor)} as ${stored}, ${of('cleaned_cm2', '1e4')} as ${stored}_m2, ${of(known, '1')} as ${known}`;
};

const assumptions = [
  'manual_m2_per_hour as "manualM2PerHour"',
  'hourly_wage as "hourlyWage"',
  'currency',
  'manual_litres_per_m2 as "manualLitresPerM2"',
  'manual_wh_per_m2 as "manualWhPerM2"',
  'g_co2_per_kwh as "gCo2PerKwh"',
];

/** What the robots saved, from the sums by site and day. */
export async function readSavings(db: Tx, filter: StatisticsQuery) {
  const { table, where, parameters } = queryOf(db, filter);
  const rows = await db.raw<SiteWork>(
    `select w.site_id as "siteId", s.name as "siteName", w.reports,
       json_build_object('m2', w.m2, 'known', w.known) as area,
       json_build_object('l', w.water_ml, 'm2', w.water_ml_m2, 'known', w.water_known) as water,
       json_build_object('wh', w.energy_mwh, 'm2', w.energy_mwh_m2, 'known', w.energy_known) as energy,
       ${assumptions.map((column) => `t.${column}`).join(', ')}
     from (
       select d.site_id, sum(d.reports - d.left_out)::int as reports, sum(d.cleaned_cm2)::float8 / 1e4 as m2,
         sum(d.cleaned_known)::int as known, ${compared('water_ml', 'water_known', '1e3')},
         ${compared('energy_mwh', 'energy_known', '1e3')}
       from ${table} d where ${where} group by 1
     ) w left join ${getTableName(sites)} s on s.id = w.site_id
       left join ${getTableName(siteTargets)} t on t.site_id = w.site_id
     order by w.site_id`,
    parameters,
  );
  return savingsOf(rows);
}
