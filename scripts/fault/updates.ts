import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { otaRecords } from '../../apps/server/src/entities/updates/ota-task-table.ts';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { createFileStore } from '../../apps/server/src/platform/files/files.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { aDevice } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { packageBuilders } from '../../apps/server/src/test-kit/files/package-builders.ts';
import { updateBuilders } from '../../apps/server/src/test-kit/files/update-builders.ts';
import { companyIds, populate } from '../../apps/server/src/test-kit/people.ts';
import { freePort } from '../../apps/server/src/test-kit/servers/free-port.ts';
import { createKillableServer } from '../../apps/server/src/test-kit/servers/killable-server.ts';
import { UpdatingRobot } from './updating-robot.ts';

interface UpdateFaultOptions {
  db: Db;
  databaseUrl: string;
  kills: number;
  robots: number;
  say: (line: string) => void;
}

interface UpdateFaultResult {
  robots: number;
  successful: number;
  failed: number;
  /** Robots whose update did not end. */
  hanging: number;
  /** Robots that got more than one command, or installed twice. */
  doubled: string[];
  /** Stages whose counters differ from their records. */
  miscounted: number;
}

/** A tick comes every five seconds: the kill falls between the steps of an update. */
const maxKillMs = 6_000;
const maxWaitMs = 180_000;
const version = '9.0.0';
const clock = () => new Date();

/** A running task for robots of the mall: some fail, some are away while they install. */
async function arrange(db: Db, count: number, folder: string): Promise<UpdatingRobot[]> {
  await populate(db, clock);
  const packages = packageBuilders(db, createFileStore(pathToFileURL(folder).href), clock);
  const builders = updateBuilders(db, clock, {
    aPackage: () => packages.aPackage({ version, signature: `${'A'.repeat(86)}==` }),
    aDevice: () => Promise.reject(new Error('the robots exist')),
  });
  const stages = [{ upToPct: 100, maxFailed: count }];
  const rules = { lateJoiners: false, canaryWorsePct: null, onePerSite: false, maxAtOnce: 20 };
  const options = {
    ...rules,
    stages: stages.map((it) => ({ ...it, deviceIds: [], successPct: 95, soakMinutes: 0, failedPct: 100 })),
  };
  const task = await builders.anUpdateTask({ options, nextTickAt: clock().toISOString() });
  const robots: UpdatingRobot[] = [];
  for (let n = 0; n < count; n++) {
    const device = await aDevice(db, companyIds.mall);
    const fails = n % 20 === 3;
    robots.push(
      new UpdatingRobot(device, { version: '1.0.0', goal: version, fails, restarts: n % 20 === 7 }),
    );
    await builders.aVersion({ id: device.deviceId, companyId: device.companyId }, '1.0.0');
    const at = clock().toISOString();
    const way = { fromVersion: '1.0.0', toVersion: version, way: [version], wayPackageIds: [task.packageId] };
    const row = {
      id: newId(),
      taskId: task.id,
      taskName: task.name,
      pkgType: task.pkgType,
      stage: 0,
      rank: n,
      since: at,
    };
    const start = { step: 'READY' as const, state: 'INITIALIZING' as const };
    await inScope(db, '*', async (tx) => {
      await tx
        .insert(otaRecords)
        .values({ ...row, ...start, ...way, companyId: device.companyId, deviceId: device.deviceId });
      await tx.raw('update ota_stages set initializing = initializing + 1');
    });
  }
  return robots;
}

async function evaluate(db: Db, robots: readonly UpdatingRobot[]): Promise<UpdateFaultResult> {
  const [counts] = await inScope(db, '*', (tx) =>
    tx.raw<{ successful: number; failed: number; open: number; miscounted: number }>(
      `select count(*) filter (where state = 'SUCCESSFUL')::int as successful, count(*) filter (where state = 'FAILED')::int as failed,
         count(*) filter (where ended_at is null)::int as open,
         (select count(*)::int from ota_stages where initializing <> 0 or upgrading <> 0
           or successful <> (select count(*) from ota_records where state = 'SUCCESSFUL')
           or failed <> (select count(*) from ota_records where state = 'FAILED')) as miscounted from ota_records`,
    ),
  );
  const { successful = 0, failed = 0, open = 0, miscounted = 0 } = counts ?? {};
  const doubled = robots.filter(({ installs, commands }) => installs > 1 || commands > 1);
  return {
    robots: robots.length,
    successful,
    failed,
    hanging: open,
    miscounted,
    doubled: doubled.map(
      ({ sn, installs, commands }) => `${sn}: ${commands} commands, ${installs} times installed`,
    ),
  };
}

/** Kills the server repeatedly while a rollout runs, and checks that each robot was updated once. */
export async function updatesUnderKills({ db, databaseUrl, kills, robots: count, say }: UpdateFaultOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'fault-updates-'));
  const robots = await arrange(db, count, folder);
  const server = await createKillableServer(databaseUrl, { values: { MQTT_PORT: `${await freePort()}` } });
  let isOver = false;
  const lives: Promise<void>[] = [];
  const openCount = async () =>
    (await inScope(db, '*', (tx) => tx.raw('select from ota_records where ended_at is null'))).length;
  try {
    await server.start();
    const { mqttUrl } = server.addresses();
    lives.push(...robots.map((robot) => robot.live(mqttUrl, () => isOver)));
    for (let kill = 1; kill <= kills; kill++) {
      await pause(Math.random() * maxKillMs);
      await server.kill();
      await server.start();
      if (kill % 5 === 0 || kill === kills) say(`${kill} kills, ${await openCount()} robots to update`);
    }
    const untilMs = Date.now() + maxWaitMs;
    while ((await openCount()) > 0 && Date.now() < untilMs) await pause(1_000);
    return await evaluate(db, robots);
  } finally {
    isOver = true;
    await Promise.allSettled(lives);
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
