import { and, asc, gt, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { inScope, type Db } from './db.ts';

/** Large enough that round trips do not count, small enough that the rows are gone before the next collection. */
const batchSize = 1000;

/**
 * All rows of a table in batches, by ascending id, in the scope `*`. For tables with rows for each robot: one answer with those of
 * 100,000 robots needs hundreds of megabytes. Each batch is a transaction of its own.
 */
export async function* rowBatches<T extends PgTable & { id: PgColumn }>(
  db: Db,
  table: T,
  where: SQL | undefined,
): AsyncGenerator<T['$inferSelect'][]> {
  let last: string | undefined;
  for (;;) {
    const condition = and(where, last === undefined ? undefined : gt(table.id, last));
    const rows: T['$inferSelect'][] = await inScope(
      db,
      '*',
      (tx) =>
        tx
          .select()
          .from(table as PgTable)
          .where(condition)
          .orderBy(asc(table.id))
          .limit(batchSize),
      { readOnly: true },
    );
    yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)!['id'] as string;
  }
}
