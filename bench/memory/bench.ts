import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { fleetOf, register } from '../fleet/members.ts';
import { startInstallation, type Installation } from './installation.ts';
import { memoryOf, totalMemory } from './process-memory.ts';
import { findReads, sendReads } from './reads.ts';
import { processorMs } from '../measure/processor-time.ts';
import { report, type Measure } from '../measure/report.ts';

const robots = Number(process.env['FLEET'] ?? 1_000);
const calls = Number(process.env['CALLS'] ?? 16_000);
const callsAtOnce = 16;
const restMs = Number(process.env['REST_SECONDS'] ?? 60) * 1_000;
/** An idle robot sends its state this often. */
const idleStateSeconds = 30;

/** A memory that must stay below its goal, in MB. */
const atMost = (what: string, value: number, goal: number, detail = ''): Measure => ({
  goalName: 'memory',
  what,
  value,
  unit: 'MB',
  goal,
  good: 'atMost',
  detail,
});

/**
 * The memory of what `npm start` starts: an empty installation with robots at rest (`empty`), and the demo world at its first and second
 * start and after many reads (`demo`).
 */
export async function run(args: readonly string[]) {
  const isAsked = (part: string) => args.length === 0 || args.includes(part);
  if (isAsked('empty')) report(await withFolder(measureEmpty));
  if (isAsked('demo')) report(await withFolder(measureDemo));
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  try {
    return await work(join(folder, 'data'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts an installation, measures it and stops it. */
async function withInstallation<T>(
  folder: string,
  args: readonly string[],
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await startInstallation(folder, args);
  try {
    return await work(installation);
  } finally {
    await installation.stop();
  }
}

const serverOf = ({ server }: Installation) => memoryOf(server).resident;

async function measureEmpty(folder: string): Promise<Measure[]> {
  return await withInstallation(folder, ['--empty'], async (installation) => {
    await pause(restMs);
    const empty = serverOf(installation);
    const { resident, processorPercent } = await atRest(installation);
    const count = robots.toLocaleString('en');
    return [
      atMost('server of an empty installation', empty, 300),
      atMost(`server with ${count} robots at rest`, resident, 300),
      {
        goalName: 'memory',
        what: `one core, server with ${count} robots at rest`,
        value: processorPercent,
        unit: '%',
        goal: 5,
        good: 'atMost',
      },
    ];
  });
}

/** The server while robots are connected and idle. */
async function atRest({ server, databaseUrl, mqttPort }: Installation) {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1 });
  const [company] = await sql<{ id: string }[]>`select id from companies where type = 0`;
  await sql.end();
  const members = await register(databaseUrl, company!.id, robots);
  const crowd = fork(join(import.meta.dirname, '../fleet/crowd.ts'));
  try {
    const fleet = fleetOf([crowd], members);
    await fleet.connect(mqttPort);
    await fleet.send({ kind: 'introduce' });
    await fleet.send({ kind: 'feed', mapId: 'floor-1', everySeconds: idleStateSeconds });
    await pause(restMs);
    const before = processorMs(server);
    await pause(restMs);
    const processorPercent = ((processorMs(server) - before) / restMs) * 100;
    return { resident: memoryOf(server).resident, processorPercent };
  } finally {
    crowd.kill('SIGKILL');
  }
}

async function measureDemo(folder: string): Promise<Measure[]> {
  const first = await withInstallation(folder, [], async (installation) => {
    await pause(restMs);
    return serverOf(installation);
  });
  return await withInstallation(folder, [], async (installation) => {
    await pause(restMs);
    const second = serverOf(installation);
    return [
      atMost('server one minute after the first start of the demo', first, 400),
      atMost('server one minute after the second start of the demo', second, 400),
      ...(await afterReads(installation)),
    ];
  });
}

async function afterReads(installation: Installation): Promise<Measure[]> {
  const { url, databaseUrl } = installation;
  const able = await findReads(url, databaseUrl);
  const { seconds, refused } = await sendReads(url, able, calls, callsAtOnce);
  await pause(restMs);
  const connections = (await installation.connections()).map((pid) => memoryOf(pid).own);
  const [largest, all] = [Math.max(...connections), connections.reduce((sum, own) => sum + own, 0)];
  const after = `${calls.toLocaleString('en')} calls of ${new Set(able.map(({ call }) => call.path)).size} reads`;
  const database = totalMemory(installation.database());
  return [
    atMost(
      `server one minute after ${after}`,
      serverOf(installation),
      450,
      `${seconds.toFixed(0)} s, ${refused} refused`,
    ),
    atMost(
      'largest connection to PostgreSQL after that, private',
      largest,
      30,
      `${connections.length} connections with ${(all / connections.length).toFixed(1)} MB each`,
    ),
    atMost('PostgreSQL after that, shared parts once', database, 350),
    atMost('the demo after that, shared parts once', totalMemory(installation.all()), 1_200),
  ];
}
