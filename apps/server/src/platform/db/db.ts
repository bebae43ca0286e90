import type { ReservedSql, Sql } from 'postgres';
import { requestContextText } from '../calls/request-context.ts';
import { requestSetting } from './columns.ts';
import { tenantScopeText, type Scope } from './tenant-scope-sql.ts';
import { reservedConnection, lost } from './reserved-connection.ts';
import { createAvailability, type Availability } from './availability.ts';
import { createCompanyTurns, reserveInTurn, turnLimitsOf, type CompanyTurns } from './company-turns.ts';
import { createListCache, type ListCache } from './lists/list-cache.ts';
import { createPool, defaultConnections, type DbOptions } from './pool.ts';
import { createSessionLocks, type SessionLocks } from './session-locks.ts';
import { asTx, clientOf, type TransactionOptions, type Tx } from './transaction-client.ts';
import { createWriterRegistry, type WriterRegistry } from '../runtime/writer-registry.ts';

export type { Scope } from './tenant-scope-sql.ts';
export type { Tx } from './transaction-client.ts';

/** The server's connections to the database, under a role that owns nothing. */
export interface Db {
  pool: Sql;
  /** A connection of the pool. Rejects at once while the database is away. */
  reserve(): Promise<ReservedSql>;
  /** A company's turn to use a connection. */
  turnOf: CompanyTurns;
  /** Commits and rollbacks under way. Only `close` waits for the commit of a read-only transaction. */
  ending: Set<Promise<unknown>>;
  /** The write-behind queues that use this database. */
  writers: WriterRegistry;
  /** Locks of this process. Another process sees at once that a killed one has none. */
  locks: SessionLocks;
  /** Totals and positions of lists, kept for seconds. */
  listCache: ListCache;
  availability: Pick<Availability, 'isAway'>;
  /** SQL that every writing transaction of the program itself begins with: it fails if the server may not write any more. */
  fence?: () => string;
  close(): Promise<void>;
}

interface Options extends DbOptions {
  /** Called when the database went away, and when it is back. */
  onChange?: (away: boolean) => void;
}

/** Creates the server's connection pool. `close` first flushes the write-behind queues. */
export function createDb(url: string, { onChange = () => {}, ...options }: Options = {}): Db {
  const availability = createAvailability(url, onChange);
  const pool = createPool(url, { ...options, onClose: availability.suspect });
  const ending = new Set<Promise<unknown>>();
  const writers = createWriterRegistry();
  const locks = createSessionLocks(url);
  const close = async () => {
    availability.close();
    await writers.close();
    // The pool never closes a connection that is released while it ends, and would wait for its time-out.
    await Promise.allSettled(ending);
    await Promise.all([pool.end({ timeout: 5 }), locks.close()]);
  };
  const reserve = () => availability.orAway(pool.reserve, (connection) => connection.release());
  const turnOf = createCompanyTurns(turnLimitsOf(options.connections ?? defaultConnections));
  return { pool, reserve, turnOf, ending, writers, locks, listCache: createListCache(), availability, close };
}

/**
 * Runs `work` in one transaction limited to `scope`. `begin` is sent together with the first statement, and a read-only
 * transaction does not wait for its `commit`: a read costs one round trip, as without a transaction.
 */
export async function inScope<T>(
  db: Db,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false, home, isBulk = false }: TransactionOptions = {},
): Promise<T> {
  const companies = tenantScopeText(scope, home);
  const request = readOnly ? '' : requestContextText();
  const { connection, endTurn } = await reserveInTurn(db, home, isBulk);
  const { first, isLost } = reservedConnection();
  const begun = connection.unsafe(
    `begin${readOnly ? ' read only' : ''}; select enter_scope('${companies}')` +
      (request && `, set_config('${requestSetting}', '${request}', true)`) +
      (db.fence && scope === '*' && !readOnly ? `, ${db.fence()}` : ''),
    [],
    first,
  );
  // After a failed `begin` every later statement fails too, with an error that does not say why.
  let beginFault: { error: unknown } | undefined;
  begun.catch((error: unknown) => (beginFault = { error }));
  const { client, end } = clientOf(connection, isLost);
  // People see their own changes in the totals of lists at once.
  const effects = readOnly || home === undefined ? [] : [() => db.listCache.drop(home)];
  const settle = async (how: 'commit' | 'rollback') => {
    end();
    // The pool already owns the lost connection and reopens it; a release now would lend it out unopened.
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
    const finished = settle(how).finally(() => (endTurn(), db.ending.delete(finished)));
    db.ending.add(finished);
    return finished;
  };
  let result: T;
  try {
    const listCache = readOnly ? db.listCache : undefined;
    result = await work(asTx(client, { scope, scopeText: companies, listCache }, effects));
  } catch (error) {
    finish('rollback').catch(() => {});
    throw beginFault ? beginFault.error : error;
  }
  const finished = finish('commit');
  if (readOnly) finished.catch(() => {});
  else await finished;
  for (const effect of effects) effect();
  return result;
}
