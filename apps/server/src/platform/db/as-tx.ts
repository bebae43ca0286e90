import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Tx } from './db.ts';
import { booleanArray, type clientOf } from './transaction-client.ts';

/** How our names and values are said in SQL. */
export const dialect = new PgDialect({ casing: 'snake_case' });

type TenantScope = Pick<Tx, 'scope' | 'fence'>;

/** A transaction as handlers use it, on a client that sends within it. Its effects are left to whoever commits. */
export function asTx(
  client: ReturnType<typeof clientOf>['client'],
  fences: TenantScope,
  effects: (() => void)[],
): Tx {
  // The session uses `unsafe`, `begin` and `savepoint` of its client and nothing else, which is what `client` offers.
  const session = new PostgresJsSession(client as unknown as Sql, dialect, undefined, {});
  return Object.assign(new PostgresJsDatabase(dialect, session, undefined), {
    ...fences,
    raw: async <R>(text: string, parameters: readonly unknown[] = []) =>
      // Rows are what the caller's statement returns; only the caller knows their shape.
      [...(await client.unsafe(text, parameters.map(booleanArray) as never[]))] as R[],
    // A made query sends over the client it was made with; this one is the same but for that.
    run: <R, V>(query: { execute(values: V): Promise<R> }, values: V): Promise<R> =>
      (Object.create(query, { client: { value: client } }) as typeof query).execute(values),
    afterCommit: (effect: () => void) => void effects.push(effect),
  });
}
