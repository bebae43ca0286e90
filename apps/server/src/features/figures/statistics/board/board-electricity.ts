import { laterDate } from '@sweepline/contract/robot';
import type { Tx } from '../../../../platform/db/db.ts';
import { totalsOf, type Sums } from '../../../../entities/figures/figure-sums.ts';
import { readSource, type BoardFilter } from './board-query.ts';

export const electricityDays = 7;

/** Energy of the reports of each day. */
export async function readElectricity(db: Tx, now: Date, filter: BoardFilter) {
  const rows = await readSource<Sums>(db, now, 'reports', filter, 'd.day');
  const byDay = new Map(rows.map(({ key, ...sums }) => [key, totalsOf(sums)]));
  const days: string[] = [];
  for (let day = filter.from; day <= filter.to; day = laterDate(day, 1)) days.push(day);
  return days.map((day) => {
    const { energyWh = null, reports = 0, known } = byDay.get(day) ?? {};
    return { day, energyWh, known: known?.energyWh ?? 0, reports };
  });
}
