import { gt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inScope, type Db, type Tx } from './db.ts';

/** Large enough that round trips do not count, small enough that memory holds few rows at a time. */
const batchSize = 1_000;

interface Batch {
  /** The condition that a row comes after the last batch. The query orders by this column, which holds the ids. */
  after(id: PgColumn): SQL | undefined;
  limit: number;
}

/**
 * All rows of a query in batches, by ascending id, in the scope `*`. For tables with rows for each robot: one answer with those of
 * 100,000 robots needs hundreds of megabytes. Each batch is a transaction of its own.
 */
export async function* rowBatches<Row extends { id: string }>(
  db: Db,
  read: (tx: Tx, batch: Batch) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let last: string | undefined;
  for (;;) {
    const from = last;
    const after = (id: PgColumn) => (from === undefined ? undefined : gt(id, from));
    const rows = await inScope(db, '*', async (tx) => await read(tx, { after, limit: batchSize }), {
      readOnly: true,
    });
    yield rows;
    last = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}
