import { sql, type SQLWrapper } from 'drizzle-orm';
import { index } from 'drizzle-orm/pg-core';

/**
 * The index of the global search: the column of the company, then text columns of a table (docs/decisions/0039-own-search-terms.md). `search_ids` in
 * the migrations contains the same expression. Without the pending list of GIN, reads take the same time after writes.
 */
export const searchIndex = (name: string, ...columns: SQLWrapper[]) =>
  index(name)
    .using('gin', sql`search_terms(${sql.join(columns, sql`, `)})`)
    .with({ fastupdate: false });
