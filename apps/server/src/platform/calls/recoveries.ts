import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Ctx } from './ctx.ts';
import type { Tx } from '../db/db.ts';
import { inShortTransaction, type ChangedRow } from './without-transaction.ts';

/** The id of the first row of a table that was inserted; undefined if there is none. */
const insertedId = (changes: readonly ChangedRow[], table: PgTable): string | undefined =>
  changes.find((it) => it.operation === 'INSERT' && it.table === getTableName(table))?.recordId;

/** The recovery of a call that inserts a row and answers it: `read` reads it as the handler does. */
export const fromInserted =
  <O, I>(table: PgTable, read: (db: Tx, id: string, input: I, ctx: Ctx) => Promise<O>) =>
  async (ctx: Ctx, input: I, changes: readonly ChangedRow[]): Promise<O | undefined> => {
    const id = insertedId(changes, table);
    return id === undefined ? undefined : await inShortTransaction(ctx, (db) => read(db, id, input, ctx));
  };

/** The recovery of a call that changes rows of a table and answers what `read` reads. */
export const fromChanged =
  <O, I>(table: PgTable, read: (ctx: Ctx, input: I) => Promise<O>) =>
  async (ctx: Ctx, input: I, changes: readonly ChangedRow[]): Promise<O | undefined> =>
    changes.some((it) => it.table === getTableName(table)) ? await read(ctx, input) : undefined;

/** The recovery of a call that has the same effect when it is carried out twice. */
export const carryOutAgain = async (): Promise<undefined> => undefined;
