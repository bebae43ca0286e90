import type { Tx } from '../../../platform/db/db.ts';
import { columns } from '../../../entities/figures/figure-sums.ts';
import { getTableName } from 'drizzle-orm';
import { taskReports } from '../../../entities/work/report-table.ts';
import { reportFacts } from '../../../entities/figures/report-fact-table.ts';
import { checkBoardSums, rebuildBoardSums } from './board/board-recount.ts';

const stored = columns.map(({ stored: name }) => name);
const figures = stored.join(', ');
const summed = stored.map((name) => `sum(${name}) as ${name}`).join(', ');

/** Queries that compute the sums from the reports, with the key of each sum. */
const recount = {
  device_days: {
    key: 'company_id, site_id, device_id, day, mode',
    from: `select f.company_id, f.site_id, f.device_id, f.day, f.mode, g.*
      from ${getTableName(taskReports)} r join ${getTableName(reportFacts)} f on f.id = r.id, lateral report_figures(r, f.counts) g`,
  },
  site_days: {
    key: 'company_id, site_id, day, mode, shard',
    from: `select f.company_id, f.site_id, f.day, f.mode, report_shard(f.device_id) as shard, g.*
      from ${getTableName(taskReports)} r join ${getTableName(reportFacts)} f on f.id = r.id, lateral report_figures(r, f.counts) g`,
  },
} as const;
type Table = keyof typeof recount;
const tables = Object.keys(recount) as Table[];

const differencesIn = (table: Table) => {
  const { key, from } = recount[table];
  return `with counted as (select ${key}, ${summed} from (${from}) x group by ${key}),
    present as (select ${key}, ${figures} from ${table})
    select count(*)::int as n from (
      (select * from counted except all select * from present) union all (select * from present except all select * from counted)
    ) d`;
};

const missingFacts = `select count(*)::int as n from ${getTableName(taskReports)} r full join ${getTableName(reportFacts)} f on f.id = r.id
  where r.id is null or f.id is null`;

export interface Recount {
  reports: number;
  /** Number of rows of sums. */
  sums: number;
  /** Rows that differ from the reports and events, plus reports without facts and facts without a report. */
  differences: number;
}

/** Computes all sums from the reports and events and compares them with the stored sums. */
export async function checkStatistics(db: Tx): Promise<Recount> {
  const number = async (text: string) => (await db.raw<{ n: number }>(text))[0]?.n ?? 0;
  const differences = [await number(missingFacts)];
  const sums = [];
  for (const table of tables) {
    differences.push(await number(differencesIn(table)));
    sums.push(await number(`select count(*)::int as n from ${table}`));
  }
  const board = await checkBoardSums(db);
  return {
    reports: await number(`select count(*)::int as n from ${getTableName(taskReports)}`),
    sums: sums.reduce((all, n) => all + n, board.sums),
    differences: differences.reduce((all, n) => all + n, board.differences),
  };
}

/**
 * Rebuilds all sums from the reports and events. The lock blocks new reports meanwhile. The stored day and site of each report (its facts) are
 * not changed.
 */
export async function rebuildStatistics(db: Tx): Promise<void> {
  await db.raw(`lock table ${getTableName(taskReports)} in share row exclusive mode`);
  await db.raw(
    `delete from ${getTableName(reportFacts)} f where not exists (select from ${getTableName(taskReports)} r where r.id = f.id)`,
  );
  await db.raw(`insert into ${getTableName(reportFacts)} select f.* from ${getTableName(taskReports)} r, lateral report_fact_of(r) f
    where not exists (select from ${getTableName(reportFacts)} existing where existing.id = r.id)`);
  for (const table of tables) {
    const { key, from } = recount[table];
    await db.raw(`delete from ${table}`);
    await db.raw(`insert into ${table} (id, ${key}, ${figures})
      select gen_random_uuid(), ${key}, ${summed} from (${from}) x group by ${key}`);
  }
  await rebuildBoardSums(db);
}
