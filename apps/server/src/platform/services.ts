import type { Bus } from './bus.ts';
import type { Db } from './db.ts';
import type { FileStore } from './files.ts';

/** What handlers reach besides their transaction. */
export interface Services {
  bus: Bus;
  files: FileStore;
  /** For work outside the call's own transaction: a scope is named where it is opened. */
  db: Db;
}
