import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { freePort } from '../scripts/start/free-port.ts';
import { addBenchCompany, firstOf, fleetOf, register, settleMs } from './fleet/members.ts';
import type { Weight } from './fleet/weigh.ts';
import { median, report } from './measure/report.ts';

const count = Number(process.env['FLEET'] ?? 10_000);
const rounds = Number(process.env['ROUNDS'] ?? 5);
/** Client processes; two avoid a shortage of ports and a client bottleneck. */
const crowds = 2;
const mosquitto = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync);

/** Memory per robot with 10,000 connected robots, and the rate when all reconnect at once. */
export async function run() {
  if (!mosquitto) throw new Error('P4 is measured against Mosquitto, which is not installed here.');
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const started: ChildProcess[] = [];
  const start: Start = (child) => {
    started.push(child);
    return child;
  };
  try {
    await migrateDatabase(database.url);
    await measure(database.url, folder, start);
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Registers a child process to be stopped at the end. */
type Start = (child: ChildProcess) => ChildProcess;
const part = (name: string) => join(import.meta.dirname, 'fleet', name);
const weighed = { execArgv: ['--expose-gc'] };

async function measure(url: string, folder: string, start: Start): Promise<void> {
  const gatewayOn = () => start(fork(part('gateway-process.ts'), [url], weighed));
  // Memory without any robot.
  const idle = gatewayOn();
  await firstOf<number>(idle);
  const idleGateway = await weigh(idle);
  await stopped(idle);

  const robots = await register(url, await addBenchCompany(url), count);
  const crowd = Array.from({ length: crowds }, () => start(fork(part('crowd.ts'))));
  const fleet = fleetOf(crowd, robots);

  const gateway = gatewayOn();
  const ours = await firstOf<number>(gateway);
  const aedes = start(fork(part('aedes-process.ts'), [], weighed));
  const bare = await firstOf<number>(aedes);
  const idleAedes = await weigh(aedes);
  const weights = {
    bare: await weightOfEach(fleet, { port: bare, child: aedes, before: idleAedes }),
    own: await weightOfEach(fleet, { port: ours, child: gateway, before: idleGateway }),
  };
  await stopped(aedes);

  const other = await startMosquitto(folder, start);
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.theirs.push(await fleet.rush(other));
    rates.ours.push(await fleet.rush(ours));
  }
  printReport(weights, rates);
}

/** Bytes per connected robot after its first messages. */
async function weightOfEach(
  fleet: ReturnType<typeof fleetOf>,
  { port, child, before }: { port: number; child: ChildProcess; before: Weight },
): Promise<Weight> {
  await fleet.connect(port);
  await fleet.send({ kind: 'introduce' });
  await pause(settleMs);
  const after = await weigh(child);
  await fleet.drop();
  return { heap: (after.heap - before.heap) / count, rss: (after.rss - before.rss) / count };
}

function printReport(
  { own, bare }: Record<'own' | 'bare', Weight>,
  rates: Record<'ours' | 'theirs', number[]>,
): void {
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  const connected = `${count.toLocaleString('en')} robots connected`;
  const weight = `${kb(own.heap)} against ${kb(bare.heap)} held; resident ${kb(own.rss)} against ${kb(bare.rss)}`;
  const rate = (some: number[]) => `${Math.round(median(some))}/s`;
  report([
    {
      goalName: 'P4',
      what: `${connected}, memory of each against bare aedes`,
      goal: 2,
      good: 'atMost',
      value: own.heap / bare.heap,
      unit: '×',
      detail: weight,
    },
    {
      goalName: 'P4',
      what: `${connected}, all reconnect at once`,
      goal: 0.25,
      good: 'atLeast',
      value: median(rates.ours.map((ours, round) => ours / rates.theirs[round]!)),
      unit: '×',
      detail: `${rate(rates.ours)} connected and subscribed, Mosquitto ${rate(rates.theirs)}`,
    },
  ]);
}

async function weigh(child: ChildProcess): Promise<Weight> {
  const answer = firstOf<Weight>(child);
  child.send('weigh');
  return await answer;
}

async function stopped(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function startMosquitto(folder: string, start: Start): Promise<number> {
  const port = await freePort(21_884, '127.0.0.1');
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 1000000\n`,
  );
  start(spawn(mosquitto!, ['-c', config], { stdio: 'ignore' }));
  await pause(500);
  return port;
}
