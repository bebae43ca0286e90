import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb } from '../apps/server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { dispatchUnderKills } from '../apps/server/src/test-kit/dispatch/dispatch-fault.ts';
import { say } from './start/say.ts';

const defaultKills = 200;
const robots = 8;

/** `npm run fault -- dispatch [kills]`: kills the server during starts of runs; verifies that none is lost or doubled. */
const [what, kills = `${defaultKills}`] = process.argv.slice(2);
if (what !== 'dispatch' || !(Number(kills) > 0)) {
  say('npm run fault -- dispatch [kills]');
  process.exitCode = 1;
} else process.exitCode = (await dispatch(Number(kills))) ? 0 : 1;

async function dispatch(count: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'fault-'));
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    await migrateDatabase(database.url);
    const db = createDb(database.url, { connections: 6 });
    const result = await dispatchUnderKills({ db, databaseUrl: database.url, kills: count, robots, say });
    await db.close();
    say(JSON.stringify(result));
    const passed = result.missing.length === 0 && result.doubled === 0 && result.hanging.length === 0;
    say(passed ? '✓ nothing missing, nothing twice, nothing hangs' : '✗ see above');
    return passed;
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
