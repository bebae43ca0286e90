import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { ReservedSql, Sql } from 'postgres';
import type { Scope } from './tenant-scope-sql.ts';
import type { ListCache } from './lists/list-cache.ts';
import { lost } from './reserved-connection.ts';

/** One transaction, limited to its tenant scope. */
export type Tx = PostgresJsDatabase & {
  readonly scope: Scope;
  /** The setting for the RLS policies: the scope as a text, with the caller's own company added. */
  readonly scopeText: string;
  /** Sends text and parameters directly to PostgreSQL; for hot paths with `unnest` over arrays. JSON is passed as a string. */
  raw<R = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<R[]>;
  /** Runs a prepared query in this transaction. */
  run<R, V>(query: { execute(values: V): Promise<R> }, values: V): Promise<R>;
  /** Totals and positions of lists that transactions of one process share. Only a transaction that writes nothing uses them. */
  readonly listCache?: ListCache | undefined;
  /** Runs `effect` after the commit; never after a rollback. */
  afterCommit(effect: () => void): void;
};

export interface TransactionOptions {
  readOnly?: boolean;
  /** The caller's own company. Its audit, sessions and keys are writable even outside the scope; `visible` still excludes it. */
  home?: string;
  /** Work for many rows, which other companies should not notice. */
  isBulk?: boolean;
}

/** Writes an array of booleans as a PostgreSQL array; the driver would declare it as one boolean. */
const booleanArray = (value: unknown) =>
  Array.isArray(value) && value.some((item) => typeof item === 'boolean')
    ? `{${value.map((item) => (item === null ? 'null' : item ? 't' : 'f')).join(',')}}`
    : value;

interface ConnectionState {
  isLost: () => boolean;
  /** Whether the connection prepares this text. */
  prepares: (text: string) => boolean;
}

/**
 * The part of a connection that drizzle uses. Frequent statements are prepared: an unprepared one with parameters costs postgres.js a
 * second round trip. After the end of the transaction every statement throws, so a handler that outlived its time-out cannot
 * write into the next transaction of the connection.
 */
export function clientOf(connection: ReservedSql, { isLost, prepares }: ConnectionState) {
  let ended = false;
  let depth = 0;
  const checkOpen = () => {
    if (ended) throw new Error('the transaction has ended');
    if (isLost()) throw lost();
  };
  const unsafe: ReservedSql['unsafe'] = (text, parameters, options) => {
    checkOpen();
    // Without parameters the driver sends the text alone.
    const prepare = parameters !== undefined && parameters.length > 0 && prepares(text);
    return connection.unsafe(text, parameters, { ...options, prepare });
  };
  const savepoint = async <T>(work: (inner: unknown) => Promise<T>): Promise<T> => {
    checkOpen();
    const name = `s${++depth}`;
    await connection.unsafe(`savepoint ${name}`);
    try {
      return await work(client);
    } catch (error) {
      if (!isLost()) await connection.unsafe(`rollback to savepoint ${name}`);
      throw error;
    }
  };
  // A nested transaction is a savepoint.
  const client = { unsafe, savepoint, begin: savepoint };
  return { client, end: () => void (ended = true) };
}

/** Converts names and values of the schema to SQL. */
export const dialect = new PgDialect({ casing: 'snake_case' });

type TenantScope = Pick<Tx, 'scope' | 'scopeText' | 'listCache'>;

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
