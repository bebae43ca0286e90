import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Tx } from './db.ts';
import { booleanArray, type clientOf } from './transaction-client.ts';

/** Converts names and values of the schema to SQL. */
export const dialect = new PgDialect({ casing: 'snake_case' });

type TenantScope = Pick<Tx, 'scope' | 'scopeText'>;

/** A transaction for handlers, over a client that sends within it. The caller runs `effects` after the commit. */
export function asTx(
  client: ReturnType<typeof clientOf>['client'],
  scope: TenantScope,
  effects: (() => void)[],
): Tx {
  // The session uses `unsafe`, `begin` and `savepoint` of its client and nothing else, which is what `client` offers.
  const session = new PostgresJsSession(client as unknown as Sql, dialect, undefined, {});
  return Object.assign(new PostgresJsDatabase(dialect, session, undefined), {
    ...scope,
    raw: async <R>(text: string, parameters: readonly unknown[] = []) =>
      // Rows are what the caller's statement returns; only the caller knows their shape.
      [...(await client.unsafe(text, parameters.map(booleanArray) as never[]))] as R[],
    // A prepared query sends over the client it was prepared with; this copy sends over the transaction's client.
    run: <R, V>(query: { execute(values: V): Promise<R> }, values: V): Promise<R> =>
      (Object.create(query, { client: { value: client } }) as typeof query).execute(values),
    afterCommit: (effect: () => void) => void effects.push(effect),
  });
}
