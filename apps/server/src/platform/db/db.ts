import type { ReservedSql, Sql } from 'postgres';
import { requestContextText } from '../calls/request-context.ts';
import { beginText, tenantScopeText, type Scope } from './tenant-scope-sql.ts';
import { endTransaction, reservedConnection } from './reserved-connection.ts';
import { createAvailability, type Availability } from './availability.ts';
import { createCompanyTurns, reserveInTurn, turnLimitsOf, type CompanyTurns } from './company-turns.ts';
import { createReplacement, type Replacement } from './connection-replacement.ts';
import { createListCache, type ListCache } from './lists/list-cache.ts';
import { createPool, defaultConnections, type DbOptions } from './pool.ts';
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts';
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
  /** What each connection has prepared. */
  statements: PreparedStatements;
  replacement: Replacement;
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

interface Options extends Omit<DbOptions, 'onClose'> {
  /** Called when the database went away, and when it is back. */
  onChange?: (away: boolean) => void;
  statements?: PreparedStatements;
}

/** Creates the server's connection pool. `close` first flushes the write-behind queues. */
export function createDb(url: string, { onChange = () => {}, ...options }: Options = {}): Db {
  const availability = createAvailability(url, onChange);
  const { statements = createPreparedStatements() } = options;
  const onClose = (id: number) => {
    statements.forget(id);
    // Only a connection that ended by itself says something about the database.
    if (!replacement.closed(id)) availability.suspect();
  };
  const pool = createPool(url, { ...options, onClose });
  const replacement = createReplacement(pool.reserve);
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
  const reserve = () => availability.orAway(replacement.reserve, (connection) => connection.release());
  const turnOf = createCompanyTurns(turnLimitsOf(options.connections ?? defaultConnections));
  const parts = { pool, reserve, turnOf, ending, statements, replacement, writers, locks, availability };
  return { ...parts, listCache: createListCache(), close };
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
  const { first, isLost, prepares, giveBack } = reservedConnection(connection, db);
  const fence = scope === '*' && !readOnly ? db.fence?.() : undefined;
  const begun = connection.unsafe(beginText({ readOnly, companies, request, fence }), [], first);
  // After a failed `begin` every later statement fails too, with an error that does not say why.
  let beginFault: { error: unknown } | undefined;
  begun.catch((error: unknown) => (beginFault = { error }));
  // The driver sends in the next microtask; then its connection is known.
  await undefined;
  const { client, end } = clientOf(connection, { isLost, prepares });
  // People see their own changes in the totals of lists at once.
  const effects = readOnly || home === undefined ? [] : [() => db.listCache.drop(home)];
  const finish = (how: 'commit' | 'rollback') => {
    end();
    const finished = endTransaction(connection, how, { isLost, giveBack }).finally(
      () => (endTurn(), db.ending.delete(finished)),
    );
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
