import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { requestContextText } from '../calls/request-context.ts';
import { asTx } from './as-tx.ts';
import { requestSetting, scopeSetting } from './columns.ts';
import { tenantScopeText, type Scope } from './tenant-scope-sql.ts';
import { reservedConnection, lost } from './reserved-connection.ts';
import { createPool, type DbOptions } from './pool.ts';
import { clientOf } from './transaction-client.ts';
import { createWriterRegistry, type WriterRegistry } from '../runtime/writer-registry.ts';

export type { Scope } from './tenant-scope-sql.ts';

/** The connections the server works with, as the role that owns nothing. */
export interface Db {
  pool: Sql;
  /** Transactions whose end is under way; nobody else waits for that of one that only reads. */
  ending: Set<Promise<unknown>>;
  /** What writes behind the calls and messages that cause it. */
  writers: WriterRegistry;
  close(): Promise<void>;
}

/** One transaction, fenced to its scope. */
export type Tx = PostgresJsDatabase & {
  readonly scope: Scope;
  /** What row-level security lets through: the scope as PostgreSQL reads it, and the caller's own company. */
  readonly fence: string;
  /** Text and parameters straight to PostgreSQL: the hot paths, with `unnest` over arrays. JSON goes in as a string. */
  raw<R = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<R[]>;
  /** A query that was made before, in this transaction. */
  run<R, V>(query: { execute(values: V): Promise<R> }, values: V): Promise<R>;
  /** Runs when the transaction is committed, and never if it is not. */
  afterCommit(effect: () => void): void;
};

/** The pool the server works with. */
export function createDb(url: string, options: DbOptions = {}): Db {
  const pool = createPool(url, options);
  const ending = new Set<Promise<unknown>>();
  const writers = createWriterRegistry();
  const close = async () => {
    await writers.close();
    // A connection that is given back while the pool closes is never closed: the pool would wait for its time-out.
    await Promise.allSettled(ending);
    await pool.end({ timeout: 5 });
  };
  return { pool, ending, writers, close };
}

interface Transaction {
  readOnly?: boolean;
  /** The caller's own company. Its audit, sessions and keys are written even by who does not see it; `visible` still leaves it out. */
  home?: string;
}

/**
 * Runs `work` in one transaction fenced to `scope`. `begin` travels with the first statement, and the `commit` of a transaction
 * that only reads is not waited for: a read costs one round trip, as if there were no transaction.
 */
export async function inScope<T>(
  db: Db,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false, home }: Transaction = {},
): Promise<T> {
  const companies = tenantScopeText(scope, home);
  const request = readOnly ? '' : requestContextText();
  const connection = await db.pool.reserve();
  const { first, isLost } = reservedConnection();
  const begun = connection.unsafe(
    `begin${readOnly ? ' read only' : ''}; select set_config('${scopeSetting}', '${companies}', true)` +
      (request && `, set_config('${requestSetting}', '${request}', true)`),
    [],
    first,
  );
  // A failed begin fails every statement after it, and that failure is the one that is reported.
  begun.catch(() => {});
  const { client, end } = clientOf(connection, isLost);
  const effects: (() => void)[] = [];
  const settle = async (how: 'commit' | 'rollback') => {
    end();
    // It is the pool's again already, which opens it anew; given back now it would be lent out as it is.
    if (isLost()) throw lost();
    try {
      const result = await connection.unsafe(how);
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
      if (result.command !== how.toUpperCase()) throw new Error('the transaction was rolled back');
    } finally {
      if (!isLost()) connection.release();
    }
  };
  const finish = (how: 'commit' | 'rollback') => {
    const finished = settle(how).finally(() => db.ending.delete(finished));
    db.ending.add(finished);
    return finished;
  };

  let result: T;
  try {
    result = await work(asTx(client, { scope, fence: companies }, effects));
  } catch (error) {
    finish('rollback').catch(() => {});
    throw error;
  }
  const finished = finish('commit');
  if (readOnly) finished.catch(() => {});
  else await finished;
  for (const effect of effects) effect();
  return result;
}
