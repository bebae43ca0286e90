import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { connectionOf } from '../embedded/connection.ts';
import { createPoolSocket } from './pool-socket.ts';

export const defaultConnections = 10;

export interface DbOptions {
  /** Number of connections; more than ten are slower on two cores. */
  connections?: number;
  /** The maximum run time of a statement, in milliseconds. */
  statementTimeoutMs?: number;
  /** Runs when a connection has ended, with its number. */
  onClose?: (id: number) => void;
}

const momentOid = 1184;
/** Arrays of date, timestamp, timestamptz and interval. */
const arrayOids = [1182, 1115, 1185, 1187];

/** PostgreSQL's text form in UTC to RFC 3339: `2026-01-02 03:04:05.6+00` becomes `2026-01-02T03:04:05.600Z`. */
const toIso = (text: string) => {
  const [head = '', fraction = ''] = text.slice(0, -3).split('.');
  return text.endsWith('+00')
    ? `${head.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
    : new Date(text).toISOString();
};

/** A pool of connections under the role that owns nothing, opened on first use. Moments are read as ISO texts. */
export function createPool(
  url: string,
  { connections = defaultConnections, statementTimeoutMs = 20_000, onClose }: DbOptions,
): Sql {
  const [address, socket] = connectionOf(url);
  const pool = postgres(address, {
    ...socket,
    // The driver's types lack this option.
    ...({ socket: createPoolSocket } as object),
    max: connections,
    max_lifetime: null,
    onnotice: () => {},
    // The default waits up to 20 s after an outage.
    backoff: (failures: number) => Math.min(1, 0.05 * 2 ** Math.min(failures, 5)),
    ...(onClose && { onclose: onClose }),
    connection: {
      application_name: 'sweepline',
      role: 'sweepline_app',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      // Starting parallel workers costs more than a page of a list, and under load no worker is free. Statements over millions
      // of rows still run in parallel.
      parallel_setup_cost: 100_000,
      jit: 'off',
      idle_in_transaction_session_timeout: 60_000,
    },
  });
  // Drizzle sets its own parsers, so these are set after it; its array parsers would corrupt arrays of moments.
  drizzle(pool);
  pool.options.parsers[momentOid] = toIso;
  for (const oid of arrayOids) {
    delete pool.options.parsers[oid];
    delete pool.options.serializers[oid];
  }
  return pool;
}
