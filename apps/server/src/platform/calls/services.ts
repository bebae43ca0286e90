import type { Bus } from '../socket/bus.ts';
import type { Db } from '../db/db.ts';
import type { FileStore } from '../files/files.ts';

/** What handlers reach besides their transaction. */
export interface Services {
  bus: Bus;
  files: FileStore;
  /** For work outside the call's own transaction: a scope is named where it is opened. */
  db: Db;
  /** Where people reach the console, as the installation says; never what a caller says. */
  consoleUrl?: () => string;
}

/** An address in the console, for documents. The caller has no say: a genuine document would lead to a site of their choice. */
export const addressIn = ({ consoleUrl }: Pick<Services, 'consoleUrl'>, path: string): string | undefined =>
  consoleUrl && new URL(path, consoleUrl()).href;
