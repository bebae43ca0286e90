import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, type Db } from '../apps/server/src/platform/db/db.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { dispatchUnderKills } from '../apps/server/src/test-kit/dispatch/dispatch-fault.ts';
import { isMet, report } from '../bench/measure/report.ts';
import { alarmsUnderKills } from './fault/alarms.ts';
import { rollingRestart } from './fault/rolling.ts';
import { updatesUnderKills } from './fault/updates.ts';
import { breakStreams } from './fault/streams.ts';
import { serverMeasures } from './fault/servers-measures.ts';
import { breakServers } from './fault/servers.ts';
import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { say } from './start/say.ts';

const robots = 8;
/** Goals of the rolling restart: the wait for the load balancer, then 5 s; a handover, as long as the robots notice nothing. */
const [maxStopMs, maxGapMs] = [7_000, 3_000];

interface World {
  db: Db;
  database: EmbeddedPostgres;
  databaseUrl: string;
  folder: string;
}

/** Each fault program runs `count` times and returns whether nothing was lost. */
const programs: Record<string, { count: number; run: (count: number, world: World) => Promise<boolean> }> = {
  /** Kills the server during starts of runs; verifies that none is lost or doubled. */
  dispatch: { count: 200, run: dispatch },
  /** Restarts two servers behind a load balancer in turn; verifies that no call fails and no push is lost. */
  rolling: { count: 10, run: rolling },
  /** Kills the server while alarms are raised and people are notified; verifies that no notice is lost or doubled. */
  alarms: { count: 30, run: alarms },
  /** Kills the server while a rollout runs; verifies that each robot is updated once and every update ends. */
  updates: { count: 20, run: updates },
  /** Breaks one of two servers, the broker, the database, a network and a clock; verifies that nothing is lost or done twice. */
  servers: { count: 60, run: servers },
  /** Kills the media relay and the server, and cuts a robot's network, while pictures and a shell are under way. */
  streams: { count: 6, run: streams },
};

/** `npm run fault -- dispatch [kills]`, `alarms [kills]`, `updates [kills] [robots]`, `rolling [restarts]`, `streams [kills of the relay]` or `servers [seconds] [names of faults]`. */
const [what = '', countText, ...names] = process.argv.slice(2);
const program = programs[what];
const count = Number(countText ?? program?.count);
if (!program || !(count > 0)) {
  say(
    'npm run fault -- dispatch [kills] | alarms [kills] | updates [kills] [robots] | rolling [restarts of each server] | streams [kills of the relay] | servers [seconds] [faults]',
  );
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
      return await work({ db, database, databaseUrl: database.url, folder });
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

async function alarms(kills: number, { db, databaseUrl }: World): Promise<boolean> {
  const result = await alarmsUnderKills({ db, databaseUrl, kills, say });
  say(JSON.stringify(result));
  const passed = [result.missing, result.doubled, result.hanging].every(({ length }) => length === 0);
  say(passed ? '✓ nothing missing, nothing twice, nothing hangs' : '✗ see above');
  return passed;
}

async function updates(kills: number, { db, databaseUrl }: World): Promise<boolean> {
  const result = await updatesUnderKills({ db, databaseUrl, kills, robots: Number(names[0] ?? 200), say });
  say(JSON.stringify(result));
  const { successful, failed, hanging, doubled, miscounted } = result;
  const passed = successful + failed === result.robots && doubled.length + hanging + miscounted === 0;
  say(passed ? '✓ every update ended, none was done twice' : '✗ see above');
  return passed;
}

async function rolling(restarts: number, world: World): Promise<boolean> {
  if (!isConsoleBuilt()) await buildConsole();
  const result = await rollingRestart({ ...world, restarts, say });
  say(JSON.stringify(result));
  const failedCalls = Object.values(result.failed).reduce((sum, calls) => sum + calls, 0);
  const losses = [
    { what: 'failed calls', value: failedCalls, detail: `${result.calls} calls` },
    { what: 'lost pushes', value: result.lostPushes, detail: `${result.published} pushes` },
    { what: 'lost events of robots', value: result.lostEvents, detail: `${result.events} events` },
    { what: 'doubled events of robots', value: result.doubledEvents, detail: `${result.events} events` },
  ];
  const goalName = `rolling restart of two servers, ${restarts} times each`;
  const good = 'atMost';
  report([
    ...losses.map((loss) => ({ ...loss, goalName, unit: '' as const, goal: 0, good }) as const),
    { goalName, what: 'longest stop', value: result.maxStopMs, unit: 'ms', goal: maxStopMs, good },
    {
      goalName,
      what: 'robots without an owner',
      value: result.maxWithoutOwnerMs,
      unit: 'ms',
      goal: maxGapMs,
      good,
    },
  ]);
  const passed = losses.every(({ value }) => value === 0);
  say(passed ? '✓ no call failed, no push and no event was lost' : '✗ see above');
  return passed;
}

async function servers(seconds: number, { db, database, folder }: World): Promise<boolean> {
  if (!isConsoleBuilt()) await buildConsole();
  const figures = await breakServers({ db, database, folder, seconds, only: names, say });
  const measures = figures.flatMap(serverMeasures);
  report(measures);
  const passed = measures.every(isMet);
  say(passed ? '✓ nothing was lost, doubled or late' : '✗ see above');
  return passed;
}

async function streams(kills: number, { db, databaseUrl, folder }: World): Promise<boolean> {
  if (!isConsoleBuilt()) await buildConsole();
  const measures = await breakStreams({ db, databaseUrl, folder, kills, say });
  report(measures);
  const passed = measures.every(isMet);
  say(passed ? '✓ pictures and shells went on, and nothing was lost' : '✗ see above');
  return passed;
}
