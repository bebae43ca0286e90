import type { refusalLog } from '../audit/refusal-log.ts';
import type { Db } from '../db/db.ts';
import type { FileStore } from '../files/files.ts';
import type { BodyGuard } from '../limits/body-guard.ts';
import type { CallTurns } from '../limits/call-turns.ts';
import type { PublicLimit } from '../limits/public-limit.ts';
import type { RefusalDelay } from '../limits/refusal-delay.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Bus } from '../socket/bus.ts';
import type { FindAccount } from './ctx.ts';

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

/** What serving calls needs. */
export interface CallDeps {
  db: Db;
  now: Clock;
  services: Services;
  findAccount: FindAccount;
  /** The console's public address, if it is configured. */
  publicUrl?: string | undefined;
  refusals: ReturnType<typeof refusalLog>;
  /** Parse every answer with the contract's schema; for tests and development. */
  checkAnswers: boolean;
  timeoutMs: number;
  bodies: BodyGuard;
  publicLimit: PublicLimit;
  callTurns: CallTurns;
  refusalDelay: RefusalDelay;
  /** The folder for files of multipart bodies until their call ends. */
  uploadFolder: string;
}
