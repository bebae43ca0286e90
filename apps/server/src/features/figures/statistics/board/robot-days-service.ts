import { getTableName } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { boardRows, type BoardFilter } from './board-query.ts';

const dayMs = 86_400_000;

/** The time for which robots were activated in a period, in days; null without a robot. */
export async function robotDaysOf(
  db: Tx,
  now: Date,
  { model, ...filter }: BoardFilter & { model?: string | undefined },
): Promise<number | null> {
  const { head, from, parameters } = boardRows(db, now, 'bound', filter, { byRobot: true });
  const place = `$${parameters.length + 1}::text`;
  const [row] = await db.raw<{ ms: number | null }>(
    `${head}select sum(d.bound_ms)::float8 as ms ${from} and (${place} is null
       or exists (select from ${getTableName(devices)} v where v.id = d.device_id and v.model = ${place}))`,
    [...parameters, model ?? null],
  );
  return row?.ms ? row.ms / dayMs : null;
}
