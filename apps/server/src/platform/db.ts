import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { actingFor } from './acting.ts';
import { requestSetting, scopeSetting } from './columns.ts';
import { openPool, type DbOptions } from './pool.ts';
import { booleanArray, clientOf } from './transaction-client.ts';

/** The companies a transaction may touch; `'*'` is every company and is written out where it is meant. */
export type Scope = '*' | readonly string[];

/** The connections the server works with, as the role that owns nothing. */
export interface Db {
  pool: Sql;
  /** Transactions whose end is under way; nobody else waits for that of one that only reads. */
  ending: Set<Promise<unknown>>;
  close(): Promise<void>;
}

/** One transaction, fenced to its scope. */
export type Tx = PostgresJsDatabase & {
  readonly scope: Scope;
  /** Text and parameters straight to PostgreSQL: the hot paths, with `unnest` over arrays. JSON goes in as a string. */
  raw<R = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<R[]>;
  /** Runs when the transaction is committed, and never if it is not. */
  afterCommit(effect: () => void): void;
};

const dialect = new PgDialect({ casing: 'snake_case' });
/** The pool the server works with. */
export function openDb(url: string, options: DbOptions = {}): Db {
  const pool = openPool(url, options);
  const ending = new Set<Promise<unknown>>();
  const close = async () => {
    // A connection that is given back while the pool closes is never closed: the pool would wait for its time-out.
    await Promise.allSettled(ending);
    await pool.end({ timeout: 5 });
  };
  return { pool, ending, close };
}

/** Ids are checked here because the value travels inside a statement's text. */
function scopeText(scope: Scope): string {
  if (scope === '*') return scope;
  if (!scope.every((id) => /^[0-9a-f-]{36}$/.test(id))) throw new Error('a scope is made of company ids');
  return scope.join(',');
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
  const companies = scopeText(home && scope !== '*' && !scope.includes(home) ? [...scope, home] : scope);
  const request = readOnly ? '' : actingFor();
  const connection = await db.pool.reserve();
  const begun = connection.unsafe(
    `begin${readOnly ? ' read only' : ''}; select set_config('${scopeSetting}', '${companies}', true)` +
      (request && `, set_config('${requestSetting}', '${request}', true)`),
  );
  // A failed begin fails every statement after it, and that failure is the one that is reported.
  begun.catch(() => {});
  const { client, end } = clientOf(connection);
  const effects: (() => void)[] = [];
  const settle = async (how: 'commit' | 'rollback') => {
    end();
    try {
      const result = await connection.unsafe(how);
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
      if (result.command !== how.toUpperCase()) throw new Error('the transaction was rolled back');
    } finally {
      connection.release();
    }
  };
  const finish = (how: 'commit' | 'rollback') => {
    const finished = settle(how).finally(() => db.ending.delete(finished));
    db.ending.add(finished);
    return finished;
  };

  let result: T;
  try {
    result = await work(asTx(client, scope, effects));
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

function asTx(client: ReturnType<typeof clientOf>['client'], scope: Scope, effects: (() => void)[]): Tx {
  // The session uses `unsafe`, `begin` and `savepoint` of its client and nothing else, which is what `client` offers.
  const session = new PostgresJsSession(client as unknown as Sql, dialect, undefined, {});
  return Object.assign(new PostgresJsDatabase(dialect, session, undefined), {
    scope,
    raw: async <R>(text: string, parameters: readonly unknown[] = []) =>
      // Rows are what the caller's statement returns; only the caller knows their shape.
      [...(await client.unsafe(text, parameters.map(booleanArray) as never[]))] as R[],
    afterCommit: (effect: () => void) => void effects.push(effect),
  });
}
