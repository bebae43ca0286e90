import { parseArgs } from 'node:util';
import {
  checkStatistics,
  rebuildStatistics,
  type Recount,
} from '../apps/server/src/features/figures/statistics/statistics-recount.ts';
import { inScope, createDb } from '../apps/server/src/platform/db/db.ts';
import { StartupError } from '../apps/server/src/platform/embedded/startup-error.ts';
import { databaseOf } from './database-of.ts';
import { say } from './start/say.ts';

const printRecount = (when: string, { reports, sums, differences }: Recount) =>
  say(`${when}: ${reports} reports in ${sums} sums, ${differences} differences.`);

/** One hour, because one statement counts years of a large fleet. */
const statementTimeoutMs = 3_600_000;

/**
 * `npm run stats:rebuild [-- --check]`: rebuilds the daily sums of DATABASE_URL, else of the data folder, from the reports
 * and events in one transaction, and compares before and after. `--check` only compares. Exits with 1 when a difference is left.
 */
async function rebuild(): Promise<boolean> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const database = await databaseOf();
  const db = createDb(database.url, { connections: 1, statementTimeoutMs });
  try {
    return await inScope(db, '*', async (tx) => {
      const before = await checkStatistics(tx);
      printRecount(values.check ? 'As it is' : 'Before', before);
      if (values.check) return before.differences === 0;
      await rebuildStatistics(tx);
      const after = await checkStatistics(tx);
      printRecount('After', after);
      return after.differences === 0;
    });
  } finally {
    await db.close();
    await database.stop();
  }
}

try {
  process.exitCode = (await rebuild()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
