import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, type Db } from '../apps/server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { dispatchUnderKills } from '../apps/server/src/test-kit/dispatch/dispatch-fault.ts';
import { rollingRestart } from './fault/rolling.ts';
import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { say } from './start/say.ts';

const robots = 8;

interface World {
  db: Db;
  databaseUrl: string;
  folder: string;
}

/** Each fault program runs `count` times and returns whether nothing was lost. */
const programs: Record<string, { count: number; run: (count: number, world: World) => Promise<boolean> }> = {
  /** Kills the server during starts of runs; verifies that none is lost or doubled. */
  dispatch: { count: 200, run: dispatch },
  /** Restarts two servers behind a load balancer in turn; verifies that no call fails and no push is lost. */
  rolling: { count: 10, run: rolling },
};

/** `npm run fault -- dispatch [kills]` or `npm run fault -- rolling [restarts]`. */
const [what = '', countText] = process.argv.slice(2);
const program = programs[what];
const count = Number(countText ?? program?.count);
if (!program || !(count > 0)) {
  say('npm run fault -- dispatch [kills] | rolling [restarts of each server]');
  process.exitCode = 1;
} else process.exitCode = (await inNewWorld((world) => program.run(count, world))) ? 0 : 1;

async function inNewWorld(work: (world: World) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'fault-'));
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    await migrateDatabase(database.url);
    const db = createDb(database.url, { connections: 6 });
    try {
      return await work({ db, databaseUrl: database.url, folder });
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function dispatch(kills: number, { db, databaseUrl }: World): Promise<boolean> {
  const result = await dispatchUnderKills({ db, databaseUrl, kills, robots, say });
  say(JSON.stringify(result));
  const passed = result.missing.length === 0 && result.doubled === 0 && result.hanging.length === 0;
  say(passed ? '✓ nothing missing, nothing twice, nothing hangs' : '✗ see above');
  return passed;
}

async function rolling(restarts: number, world: World): Promise<boolean> {
  if (!isConsoleBuilt()) await buildConsole();
  const result = await rollingRestart({ ...world, restarts, say });
  say(JSON.stringify(result));
  const { failed, lostPushes, lostEvents, doubledEvents } = result;
  const passed = Object.keys(failed).length === 0 && lostPushes + lostEvents + doubledEvents === 0;
  say(passed ? '✓ no call failed, no push and no event was lost' : '✗ see above');
  return passed;
}
