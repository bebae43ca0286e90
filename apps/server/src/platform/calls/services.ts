import type { Bus } from '../socket/bus.ts';
import type { Db } from '../db/db.ts';
import type { FileStore } from '../files/files.ts';

/** What handlers use besides their transaction. */
export interface Services {
  bus: Bus;
  files: FileStore;
  /** For work outside the call's own transaction; the code that opens a transaction names its scope. */
  db: Db;
  /** The console's public address from the configuration, never from a request. */
  consoleUrl?: () => string;
}

/** A console address for documents. It ignores the request's host: a caller could make a genuine document link to any site. */
export const addressIn = ({ consoleUrl }: Pick<Services, 'consoleUrl'>, path: string): string | undefined =>
  consoleUrl && new URL(path, consoleUrl()).href;
