import { getTableName } from 'drizzle-orm';
import { sites } from '../../../entities/places/site-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { totalsOf, type Sums } from '../statistics-sums.ts';
import { shifted } from '../statistics-service.ts';
import { readSource, type BoardFilter } from './board-query.ts';

const days = 7;

/** The latest day that has begun at one of the sites, so that no report of today is left out. */
async function latestDay(db: Tx, now: Date, siteId: string | undefined): Promise<string> {
  const [row] = await db.raw<{ day: string | null }>(
    `select max(day_in($1::timestamptz, z.timezone))::text as day from (
       select distinct timezone from ${getTableName(sites)}
       where ($2::uuid[] is null or company_id = any($2::uuid[])) and ($3::uuid is null or id = $3::uuid)) z`,
    [now.toISOString(), db.scope === '*' ? null : db.scope, siteId ?? null],
  );
  return row?.day ?? now.toISOString().slice(0, 10);
}

/** Energy of the reports of each of the last seven days. */
export async function readElectricity(db: Tx, now: Date, owner: Omit<BoardFilter, 'from' | 'to'>) {
  const to = await latestDay(db, now, owner.siteId);
  const from = shifted(to, 1 - days);
  const rows = await readSource<Sums>(db, now, 'reports', { ...owner, from, to }, 'd.day');
  const byDay = new Map(rows.map(({ key, ...sums }) => [key, totalsOf(sums)]));
  return Array.from({ length: days }, (_, n) => {
    const day = shifted(from, n);
    const totals = byDay.get(day);
    const { energyWh = null, reports = 0, known } = totals ?? {};
    return { day, energyWh, known: known?.energyWh ?? 0, reports };
  });
}
