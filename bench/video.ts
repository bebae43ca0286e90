import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { permissions } from '@sweepline/contract';
import postgres from 'postgres';
import { createDb } from '../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { aDevice } from '../apps/server/src/robots/test-kit/test-gateway.ts';
import { companyIds, populate } from '../apps/server/src/test-kit/people.ts';
import { freePort } from '../scripts/start/free-port.ts';
import { companyId, seedManyDevices, smallFleet } from '../seeds/many-devices.ts';
import { addAccounts } from './fleet/accounts.ts';
import { firstOf } from './fleet/members.ts';
import { median, report } from './measure/report.ts';
import { createDatabase } from './world/create-database.ts';
import { measureFirstPicture } from './video/first-picture.ts';
import { addOther, measureListBeside } from './video/list-beside.ts';
import { measureFurtherViewers, measureRecording } from './video/further-viewers.ts';
import { measureShellEcho } from './video/shell-echo.ts';
import { measureSlowViewer } from './video/slow-viewer.ts';
import { cameras, sessionId, viewers, type Flood } from './video/streams.ts';
import type { Seen } from './video/viewers-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const accounts = 25;
const floodMs = 4_000;
const settleMs = 1_500;
const tokenOf = (n: number) => `token of viewer ${n}`;

/**
 * Pictures of 100 cameras to 500 viewers, as many as possible, against a bare `ws` server that sends the same bytes; a list beside
 * streams, a slow viewer, the first picture, the echo of a shell and the cost of viewers and recordings. Names of parts choose some.
 */
export async function run(args: readonly string[]) {
  const isAsked = (...parts: readonly Part[]) =>
    args.length === 0 || parts.some((part) => args.includes(part));
  const folder = mkdtempSync(join(tmpdir(), 'video-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = (file: string, job?: object, args: readonly string[] = []) => {
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = fork(join(import.meta.dirname, file), args, { env });
    children.push(child);
    if (job) child.send(job);
    return child;
  };
  try {
    if (isAsked('jpeg', 'list', 'slow')) await measureJpeg({ databaseUrl: database.url, start, isAsked });
    if (isAsked('picture', 'shell'))
      await measureRobots({ databaseUrl: database.url, folder, start, isAsked });
    if (isAsked('viewers')) report([await measureFurtherViewers()]);
    if (isAsked('recording')) report([await measureRecording()]);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Part = 'jpeg' | 'list' | 'slow' | 'picture' | 'shell' | 'viewers' | 'recording';

interface Stage {
  databaseUrl: string;
  start(file: string, job?: object, args?: readonly string[]): ChildProcess;
  isAsked(part: Part): boolean;
}

/** What needs no robot: the pictures are made in the process of the server. */
async function measureJpeg({ databaseUrl, start, isAsked }: Stage) {
  const [api, gateway] = [await world(databaseUrl, 'api'), await world(databaseUrl, 'gateway')];
  const logins = await addViewers(api);
  await addOther(api);
  const side = async (file: string, job?: object): Promise<Side> => {
    const server = start(file, job);
    const port = await firstOf<number>(server);
    const tokens = Array.from({ length: viewers }, (_, n) => tokenOf(n % accounts));
    const readers = start('video/viewers-process.ts', { port, tokens });
    await firstOf(readers);
    return { server, readers, port };
  };
  const ours = await side('video/our-process.ts', { api, gateway, trustedProxies: 1, logins });
  if (isAsked('jpeg')) await measure(await side('video/bare-process.ts'), ours);
  if (isAsked('list')) report([await measureListBeside(ours)]);
  const tokens = logins.map((_, n) => tokenOf(n));
  if (isAsked('slow')) report([await measureSlowViewer(ours.server, ours.port, tokens)]);
}

interface Side {
  server: ChildProcess;
  port: number;
  readers: ChildProcess;
}

/** What needs a whole server and a robot. */
async function measureRobots({ databaseUrl, folder, start, isAsked }: Stage & { folder: string }) {
  const url = await createDatabase(databaseUrl, 'robots');
  const db = createDb(url, { connections: 2 });
  await populate(db, () => new Date());
  const devices = [await aDevice(db, companyIds.mall), await aDevice(db, companyIds.mall)] as const;
  await db.close();
  const mqttPort = await freePort(22_886, '127.0.0.1');
  const server = start('video/server-process.ts', undefined, [url, join(folder, 'robots'), `${mqttPort}`]);
  const port = await firstOf<number>(server);
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`;
  if (isAsked('picture')) report(await measureFirstPicture(port, mqttUrl, devices[0]));
  if (isAsked('shell')) report([await measureShellEcho(port, mqttUrl, devices[1])]);
}

async function flood({ server, readers }: Side, order: Flood): Promise<number> {
  const done = firstOf(server);
  server.send(order);
  await done;
  await pause(settleMs);
  const answer = firstOf<Seen>(readers);
  readers.send('what was seen?');
  const { frames, blind, closed } = await answer;
  if (blind > 0 || closed > 0) throw new Error(`${blind} viewers saw nothing, ${closed} were closed`);
  return frames;
}

async function measure(bare: Side, ours: Side) {
  // The first frames wait until every viewer is subscribed and confirmed.
  await pause(2 * settleMs);
  for (const side of [bare, ours]) await flood(side, { ms: 1_500 });
  const floods: { bare: number; ours: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    floods.push({ bare: await flood(bare, { ms: floodMs }), ours: await flood(ours, { ms: floodMs }) });
  const rate = (side: 'bare' | 'ours') =>
    `${((median(floods.map((it) => it[side])) / floodMs) * 1_000).toFixed(0)}/s`;
  report([
    {
      goalName: 'video',
      what: `JPEG of ${cameras} cameras to ${viewers} sockets against bare ws`,
      value: median(floods.map((it) => it.ours / it.bare)),
      unit: '×',
      goal: 0.5,
      good: 'atLeast',
      detail: `${rate('ours')} against ${rate('bare')} pictures of 25 KB`,
    },
  ]);
}

const open = (databaseUrl: string) => {
  const [address, options] = connectionOf(databaseUrl);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
};

async function world(databaseUrl: string, name: string): Promise<string> {
  const url = await createDatabase(databaseUrl, name);
  if (name === 'api') await seedManyDevices(url, { ...smallFleet, password: 'password of the bench' });
  return url;
}

/** Accounts with sign-ins, and a view of each camera for each sign-in. Returns the ids of the sign-ins. */
async function addViewers(databaseUrl: string): Promise<string[]> {
  const company = companyId(2);
  await addAccounts(databaseUrl, {
    company,
    count: accounts,
    permissions: [permissions.deviceList, permissions.deviceVideo],
    tokenOf,
  });
  const sql = open(databaseUrl);
  const [device] = await sql<{ id: string }[]>`select id from devices where company_id = ${company} limit 1`;
  const logins = (await sql<{ id: string }[]>`select id from sessions where address = 'seed'`).map(
    ({ id }) => id,
  );
  for (let camera = 0; camera < cameras; camera += 1) {
    const id = sessionId(camera);
    // Ended, because an open one is unique for its camera.
    await sql`insert into video_sessions (id, company_id, device_id, camera, state, changed_at, started_at, ended_at, token_hash, token_until)
      values (${id}, ${company}, ${device!.id}, 'FRONT', 'RUNNING', now(), now(), now(), '', now())`;
    for (const login of logins)
      await sql`insert into video_views (id, company_id, device_id, session_id, camera, account_id, login, viewer, company, by_right, reason, opened_at)
        values (gen_random_uuid(), ${company}, ${device!.id}, ${id}, 'FRONT', ${login}, ${login}, 'bench', '', 'COMPANY', '', now())`;
  }
  await sql.end();
  return logins;
}
