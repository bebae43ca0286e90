import type { StatisticsFigure } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { companies } from '../../../../entities/people/company-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { siteDaysBefore } from '../../../../entities/places/site-days.ts';
import { queryOf, type StatisticsQuery } from '../statistics-service.ts';
import { boardKeys, type BoardKey } from './board-service.ts';
import { changeOf, kindOf, type PartSum } from './change-rules.ts';

const maxParts = 20;

interface Column {
  amount: string;
  scale: number;
  divisor?: { column: string; scale: number };
  known: string;
}

/** The sums behind each figure, and their units in one of the contract. */
const figures: Record<StatisticsFigure, Column> = {
  reports: { amount: 'reports', scale: 1, known: 'reports' },
  cleanedM2: { amount: 'cleaned_cm2', scale: 1e4, known: 'cleaned_known' },
  coverage: {
    amount: 'covered_cm2',
    scale: 1,
    divisor: { column: 'planned_cm2', scale: 1 },
    known: 'coverage_known',
  },
  workedS: { amount: 'worked_ms', scale: 1e3, known: 'worked_known' },
  m2PerHour: {
    amount: 'rated_cm2',
    scale: 1e4,
    divisor: { column: 'cleaning_ms', scale: 3.6e6 },
    known: 'cleaning_known',
  },
  distanceM: { amount: 'distance_mm', scale: 1e3, known: 'distance_known' },
  waterL: { amount: 'water_ml', scale: 1e3, known: 'water_known' },
  energyWh: { amount: 'energy_mwh', scale: 1e3, known: 'energy_known' },
};

/** One query for each period. */
async function partsOf(
  db: Tx,
  filter: StatisticsQuery,
  figure: StatisticsFigure,
  by: BoardKey,
): Promise<PartSum[]> {
  const { amount, scale, divisor, known } = figures[figure];
  const { table, where, parameters } = queryOf(db, filter, by === 'device' ? 'device' : 'site');
  const rows = await db.raw<Omit<PartSum, 'key'> & { key: string | null }>(
    `select ${boardKeys[by]} as key, sum(d.${amount})::float8 as amount, sum(d.${known})::int as known,
       ${divisor ? `sum(d.${divisor.column})::float8` : '1::float8'} as divisor
     from ${table} d where ${where} group by 1`,
    parameters,
  );
  return rows.map((row) => ({
    key: row.key ?? '',
    amount: row.amount / scale,
    divisor: divisor ? row.divisor / divisor.scale : 1,
    known: row.known,
  }));
}

const tables = { company: companies, site: sites, device: devices };

async function namesOf(db: Tx, by: BoardKey, keys: readonly string[]): Promise<Map<string, string>> {
  const name = by === 'device' ? `coalesce(nullif(nickname, ''), sn)` : 'name';
  const rows = await db.raw<{ id: string; name: string }>(
    `select id, ${name} as name from ${getTableName(tables[by])} where id = any($1::uuid[])`,
    [keys.filter((key) => key !== '')],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Which companies, sites or robots made the difference of a figure to the period before. */
export async function changesOf(
  db: Tx,
  { figure, by, ...filter }: StatisticsQuery & { figure: StatisticsFigure; by: BoardKey },
) {
  const [now, before] = await Promise.all([
    partsOf(db, filter, figure, by),
    partsOf(db, { ...filter, ...siteDaysBefore(filter) }, figure, by),
  ]);
  const changes = changeOf(now, before, kindOf(figure));
  const [largest, rest] = [changes.parts.slice(0, maxParts), changes.parts.slice(maxParts)];
  const names = await namesOf(
    db,
    by,
    largest.map(({ key }) => key),
  );
  return {
    ...changes,
    parts: largest.map((part) => ({ ...part, name: names.get(part.key) ?? null })),
    others: { parts: rest.length, difference: rest.reduce((sum, { difference }) => sum + difference, 0) },
  };
}
