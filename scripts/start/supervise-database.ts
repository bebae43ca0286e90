import type { EmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { checkDataFolder } from './data-folder.ts';
import type { Lifetime } from './lifetime.ts';
import { say } from './say.ts';

const checkMs = 200;
/** The pause before a restart doubles while the database ends again soon after. */
const pausesMs = { first: 0, second: 500, max: 30_000 };
/** A database that ran for so long counts as started well. */
const stableMs = 60_000;
/** Without a database nothing can be stored, so an orderly stop gains nothing. */
const giveUpWithinMs = 1_000;

/**
 * Starts PostgreSQL again when it ends, with growing pauses while it does not keep running. The program ends only if PostgreSQL
 * cannot start, for example on a full disk.
 */
export function superviseDatabase(
  database: Pick<EmbeddedPostgres, 'ended' | 'restart'>,
  dataDir: string,
  { signal, onStop, giveUp }: Pick<Lifetime, 'signal' | 'onStop' | 'giveUp'>,
): void {
  let startedMs = Date.now();
  let pauseMs: number = pausesMs.first;
  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<void> = Promise.resolve();

  const restart = async (reason: string): Promise<void> => {
    say(`The database has ended: ${reason}. It is being started again.`);
    try {
      await database.restart();
    } catch (error) {
      if (!signal.aborted) giveUp(reasonOf(error, dataDir), giveUpWithinMs);
      return;
    }
    startedMs = Date.now();
    say('The database runs again.');
    watch();
  };
  const check = (): void => {
    const reason = database.ended();
    if (reason === undefined) return watch();
    if (Date.now() - startedMs > stableMs) pauseMs = pausesMs.first;
    timer = setTimeout(() => {
      restarting = restart(reason);
    }, pauseMs);
    pauseMs = Math.min(pausesMs.max, Math.max(pausesMs.second, 2 * pauseMs));
  };
  const watch = (): void => {
    if (!signal.aborted) timer = setTimeout(check, checkMs);
  };

  watch();
  onStop(async () => {
    clearTimeout(timer);
    await restarting;
  });
}

/** The reason that the operator can remove: a full disk explains more than PostgreSQL's own words. */
function reasonOf(error: unknown, dataDir: string): unknown {
  try {
    checkDataFolder(dataDir, false);
  } catch (fault) {
    return fault;
  }
  return error instanceof StartupError
    ? error
    : new StartupError(`The database did not start: ${String(error)}`);
}
