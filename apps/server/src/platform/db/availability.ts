import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { connectionOf } from '../embedded/connection.ts';

/** The database cannot be reached at present. */
class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY';
  constructor() {
    super('the database cannot be reached at present');
  }
}

/** Whether the database can be reached. */
export interface Availability {
  isAway(): boolean;
  /** Checks the database now. Called when a connection has ended, because PostgreSQL may have ended with it. */
  suspect(): void;
  /** Waits for a connection, but not for one of a database that is away: that wait would have no end in sight. */
  orAway<T>(connect: () => Promise<T>, giveBack: (connection: T) => void): Promise<T>;
  close(): void;
}

const connectTimeoutS = 2;
const probePauseMs = { first: 50, max: 1_000 };

/** Observes whether the database can be reached. `onChange` is called when it went away, and when it is back. */
export function createAvailability(url: string, onChange: (away: boolean) => void): Availability {
  const waiting = new Set<(error: DatabaseAway) => void>();
  let away = false;
  let probing = false;
  let closed = false;

  const change = (to: boolean) => {
    if (away === to) return;
    away = to;
    onChange(away);
    if (!away) return;
    for (const reject of [...waiting]) reject(new DatabaseAway());
    waiting.clear();
  };
  const probe = async () => {
    if (probing || closed) return;
    probing = true;
    for (let pauseMs = probePauseMs.first; !closed; pauseMs = Math.min(probePauseMs.max, 2 * pauseMs)) {
      change(!(await answers(url)));
      if (!away) break;
      await pause(pauseMs, undefined, { ref: false });
    }
    probing = false;
  };

  return {
    isAway: () => away,
    suspect: () => void probe(),
    orAway: (connect, giveBack) =>
      new Promise((resolve, reject) => {
        if (away) throw new DatabaseAway();
        waiting.add(reject);
        connect().then(
          (value) => (waiting.delete(reject) ? resolve(value) : giveBack(value)),
          (error: unknown) => {
            waiting.delete(reject);
            if (error instanceof postgres.PostgresError) return reject(error);
            void probe();
            reject(new DatabaseAway());
          },
        );
      }),
    close: () => void (closed = true),
  };
}

/** Whether the database accepts a connection and answers. */
async function answers(url: string): Promise<boolean> {
  const [address, socket] = connectionOf(url);
  const options = { max: 1, connect_timeout: connectTimeoutS, fetch_types: false, onnotice: () => {} };
  const sql = postgres(address, { ...socket, ...options });
  const answer = await sql`select 1`.then(
    () => true,
    // A database that is full of connections, or refuses this one, is not away: the pool has its own.
    (error: unknown) => error instanceof postgres.PostgresError && !isEnding(error.code),
  );
  await sql.end({ timeout: 1 });
  return answer;
}

/** SQLSTATEs of a server that stops, has crashed, or starts. */
const isEnding = (code: string) => ['57P01', '57P02', '57P03'].includes(code);

/** Errors of the driver for a lost or impossible connection. */
const connectionCodes = ['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'];

/** Whether the error says that the connection to the database was lost or could not be made. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Drizzle wraps what the driver threw.
  if (error.cause !== undefined) return isDatabaseAway(error.cause);
  const code = 'code' in error ? String(error.code) : '';
  return error instanceof DatabaseAway || connectionCodes.includes(code) || isEnding(code);
}
