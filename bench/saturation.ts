import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deviceCalls, everything, urlOf } from '@sweepline/contract';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { companyId, manyDevices, seedManyDevices } from '../seeds/many-devices.ts';
import { measure, type Answered } from './abuse/victim.ts';
import { addAccounts } from './fleet/accounts.ts';
import { firstOf, fleetOf, register } from './fleet/members.ts';
import type { Target } from './list/load.ts';
import { median, quantile, report } from './measure/report.ts';
import type { Kind, Work } from './saturation/company-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const robotCount = Number(process.env['FLEET'] ?? 1_000);
const aloneMs = 5_000;
const busyMs = 10_000;
/** For the queues of the last round to become empty. */
const calmMs = 5_000;
const world = { ...manyDevices, companies: 40, devices: 30_000 };
/** Company numbers: the one that is measured, and the large one that saturates the server. */
const [measured, busy] = [2, 1];
const accounts = 6;
const allKinds: readonly Kind[] = ['lists', 'exports', 'imports'];
const tokenOf = (n: number) => `token of company ${n}`;
const accountToken = (n: number) => `token of busy account ${n}`;

/**
 * One company asks for lists, exports and imports from many places at once, while its robots come back all together and send their
 * states each second. Another company's list meanwhile, against the same list alone.
 */
export async function run(args: readonly string[]) {
  const isAsked = (part: string) => args.length === 0 || args.includes(part);
  const kinds = allKinds.filter(isAsked);
  const parts = [...kinds, ...(isAsked('robots') ? ['robots'] : [])].join(', ');

  const folder = mkdtempSync(join(tmpdir(), 'saturation-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = (path: string, args: string[] = []) => {
    const child = fork(join(import.meta.dirname, path), args, {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    children.push(child);
    return child;
  };
  try {
    await migrateDatabase(database.url);
    await seedManyDevices(database.url, { ...world, password: 'password of the bench', tokenOf });
    const company = companyId(busy);
    await addAccounts(database.url, {
      company,
      count: accounts,
      permissions: [everything],
      tokenOf: accountToken,
    });
    const robots = await register(database.url, company, robotCount);
    const server = start('watch/server-process.ts', [database.url, folder]);
    const { url, mqttPort } = await firstOf<{ url: string; mqttPort: number }>(server);
    const people = start('saturation/company-process.ts');
    const crowd = start('fleet/crowd.ts');
    // Robots have processors of their own.
    setPriority(crowd.pid ?? 0, 19);
    const fleet = fleetOf([crowd], robots);
    const port = Number(new URL(url).port);
    const storm = isAsked('robots') ? () => stormOf(fleet, mqttPort) : undefined;
    printReport(parts, await measureRounds({ port, people, kinds, fleet, storm }));
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Sides {
  port: number;
  people: ChildProcess;
  kinds: readonly Kind[];
  fleet: ReturnType<typeof fleetOf>;
  storm: (() => Promise<void>) | undefined;
}
interface Rounds {
  pairs: { alone: Answered; during: Answered }[];
  answers: Record<string, number>;
}

async function measureRounds({ port, people, kinds, fleet, storm }: Sides): Promise<Rounds> {
  const target = targetOf(port);
  const tokens = Array.from({ length: accounts }, (_, n) => accountToken(n));
  const pairs: Rounds['pairs'] = [];
  const answers: Rounds['answers'] = {};
  // The first lists of a process are slow.
  await measure(target, aloneMs);
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measure(target, aloneMs);
    const worked = firstOf<Rounds['answers']>(people);
    people.send({ port, tokens, kinds, ms: busyMs } satisfies Work);
    const stormed = storm?.();
    pairs.push({ alone, during: await measure(target, busyMs) });
    for (const [answer, count] of Object.entries(await worked))
      answers[answer] = (answers[answer] ?? 0) + count;
    await stormed;
    if (storm) await fleet.drop();
    await pause(calmMs);
  }
  return { pairs, answers };
}

/** All robots connect at once and then send their states. */
async function stormOf(fleet: ReturnType<typeof fleetOf>, mqttPort: number) {
  await fleet.connect(mqttPort);
  await fleet.send({ kind: 'introduce' });
  await fleet.send({ kind: 'feed', mapId: 'floor-1' });
}

const targetOf = (port: number): Target => ({
  port,
  path: urlOf(deviceCalls.list),
  headersOf: () => ({ authorization: tokenOf(measured) }),
  body: { page: 2, pageSize: 20 },
});

function printReport(parts: string, { pairs, answers }: Rounds) {
  const p99 = ({ tookMs }: Answered) => quantile(tookMs, 0.99);
  const of = (side: 'alone' | 'during') => `${median(pairs.map((it) => p99(it[side]))).toFixed(1)} ms`;
  const p50 = median(pairs.map(({ during }) => median(during.tookMs))).toFixed(1);
  const counted = Object.entries(answers).map(([answer, count]) => `${answer}: ${count}`);
  const common = { goalName: 'P12', good: 'atMost' } as const;
  report([
    {
      ...common,
      what: `p99 of a list while another company saturates the server: ${parts}`,
      unit: '×',
      value: median(pairs.map(({ alone, during }) => p99(during) / p99(alone))),
      goal: 3,
      detail: `${of('during')} (p50 ${p50} ms) against ${of('alone')}; answers to the busy company: ${counted.join(', ')}`,
    },
    {
      ...common,
      what: 'lists of the other company that failed meanwhile',
      unit: '',
      value: pairs.reduce((sum, { alone, during }) => sum + alone.failed + during.failed, 0),
      goal: 0,
      detail: `of ${pairs.reduce((sum, { during }) => sum + during.tookMs.length, 0)}`,
    },
  ]);
}
