import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deviceCalls, logStoreCalls } from '@sweepline/contract';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { freePort } from '../scripts/start/free-port.ts';
import { measure as measureList, memoryOf, peakMemory, type Answered } from './abuse/victim.ts';
import { took } from './dashboard/took.ts';
import { firstOf } from './fleet/members.ts';
import { quantile, report } from './measure/report.ts';
import type { Transfers } from './transfers/people-process.ts';
import { createWorld, token } from './transfers/world.ts';
import { createDatabase } from './world/create-database.ts';

const megabyte = 2 ** 20;
const uploads = 4;
const robots = 200;
const logFiles = 16;
const listMs = 5_000;
const administrator = `${token} 1`;

/** Uploads, downloads and a zip against bare streams. `--scale 0.01` makes all sizes smaller, `--only uploads` measures one of them. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { scale: { type: 'string', default: '1' }, only: { type: 'string' } },
  });
  const scaled = (megabytes: number) => Math.max(1, Math.round(megabytes * Number(values.scale))) * megabyte;
  const folder = mkdtempSync(join(tmpdir(), 'transfers-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = (file: string, ...args: string[]) => {
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = fork(join(import.meta.dirname, file), args, { env });
    children.push(child);
    return child;
  };
  try {
    const [dataDir, file] = [join(folder, 'data'), join(folder, 'download')];
    mkdirSync(dataDir);
    writeFileSync(file, randomBytes(scaled(32)));
    const url = await createDatabase(database.url, 'transfers');
    const logs = Array.from({ length: logFiles }, (_, n) => scaled(1024) / logFiles + n);
    const { dir, paths } = await createWorld({ url, dataDir, robots, file, logs });
    const server = start('video/server-process.ts', url, dataDir, `${await freePort(22_986, '127.0.0.1')}`);
    const ours: Side = { port: await firstOf<number>(server), pid: server.pid ?? 0 };
    const bareServer = start('transfers/bare-process.ts', folder, file);
    const bare: Side = { port: await firstOf<number>(bareServer), pid: bareServer.pid ?? 0 };
    const people = start('transfers/people-process.ts');
    const transfer = (order: Partial<Transfers> & Pick<Transfers, 'port' | 'kind'>) => {
      const answer = firstOf<number>(people);
      people.send({ bytes: 0, names: [], paths: [], token: administrator, ...order });
      return answer;
    };
    const isChosen = (name: string) => values.only === undefined || values.only === name;
    if (isChosen('uploads')) await measureUploads({ ours, bare, transfer, bytes: scaled(2048) });
    if (isChosen('downloads')) await measureDownloads({ ours, bare, transfer, bytes: scaled(32), paths });
    if (isChosen('zip')) await measureZip(ours, dir, scaled(1024));
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Side {
  port: number;
  pid: number;
}
interface World {
  ours: Side;
  bare: Side;
  transfer: (order: Partial<Transfers> & Pick<Transfers, 'port' | 'kind'>) => Promise<number>;
  bytes: number;
}

const rate = (bytes: number, ms: number) => `${(bytes / megabyte / (ms / 1000)).toFixed(0)} MB/s`;

async function measureUploads({ ours, bare, transfer, bytes }: World) {
  const names = (round: string) => Array.from({ length: uploads }, (_, n) => `${round}${n}.bin`);
  // Code and buffers of the first upload are no part of the later ones.
  const warm = { bytes: Math.min(bytes, 64 * megabyte), names: names('warm') };
  await transfer({ port: bare.port, kind: 'PUT', ...warm });
  await transfer({ port: ours.port, kind: 'TUS', ...warm });
  const bareMs = await transfer({ port: bare.port, kind: 'PUT', bytes, names: names('bare') });
  const restingMb = memoryOf(ours.pid);
  const upload = transfer({ port: ours.port, kind: 'TUS', bytes, names: names('ours') });
  const peakMb = await peakMemory(ours.pid, upload);
  const oursMs = await upload;
  report([
    {
      goalName: 'transfers',
      what: `${uploads} uploads at the same time against a pipe with hashes`,
      value: bareMs / oursMs,
      unit: '×',
      goal: 0.4,
      good: 'atLeast',
      detail: `${rate(uploads * bytes, oursMs)} against ${rate(uploads * bytes, bareMs)}, ${bytes / megabyte} MB each`,
    },
    {
      goalName: 'transfers',
      what: 'memory of an upload',
      value: (peakMb - restingMb) / uploads,
      unit: 'MB',
      goal: 32,
      good: 'atMost',
      detail: `${peakMb.toFixed(0)} MB at most, ${restingMb.toFixed(0)} MB before ${uploads} of them`,
    },
  ]);
}

const listOf = (port: number) => ({
  port,
  path: `/api/${deviceCalls.list.path}`,
  headersOf: () => ({ authorization: administrator, lang: 'en' }),
  body: { page: 1, pageSize: 20 },
});

const p99 = ({ tookMs, failed }: Answered) => {
  if (failed > 0) throw new Error(`${failed} lists were not answered`);
  return quantile(tookMs, 0.99);
};

async function measureDownloads({ ours, bare, transfer, bytes, paths }: World & { paths: string[] }) {
  const list = (ms: number) => measureList(listOf(ours.port), ms);
  await list(1_000);
  const resting = p99(await list(listMs));
  await transfer({ port: ours.port, kind: 'GET', bytes, paths });
  const bareMs = await transfer({ port: bare.port, kind: 'GET', bytes, paths });
  const oursMs = await transfer({ port: ours.port, kind: 'GET', bytes, paths });
  const listBeside = async (port: number, ms: number) => {
    const again = transfer({ port, kind: 'GET', bytes, paths });
    const answered = p99(await list(Math.max(500, ms * 0.8)));
    await again;
    return answered;
  };
  const busy = await listBeside(ours.port, oursMs);
  // Two cores send, receive, and answer the list: this is the part of the machine.
  const besideBare = await listBeside(bare.port, bareMs);
  report([
    {
      goalName: 'transfers',
      what: `${paths.length} robots downloading against bare file streams`,
      value: bareMs / oursMs,
      unit: '×',
      goal: 0.5,
      good: 'atLeast',
      detail: `${rate(paths.length * bytes, oursMs)} against ${rate(paths.length * bytes, bareMs)}`,
    },
    {
      goalName: 'transfers',
      what: 'p99 of the device list while robots download',
      value: busy / resting,
      unit: '×',
      goal: 2,
      good: 'atMost',
      detail: `${busy.toFixed(1)} ms against ${resting.toFixed(1)} ms`,
    },
    {
      goalName: 'transfers',
      what: 'p99 of the device list while robots download, against while the bare server sends the same',
      value: busy / besideBare,
      unit: '×',
      goal: 2,
      good: 'atMost',
      detail: `${busy.toFixed(1)} ms against ${besideBare.toFixed(1)} ms`,
    },
  ]);
}

async function measureZip({ port, pid }: Side, dir: string, bytes: number) {
  const restingMb = memoryOf(pid);
  let received = 0;
  const download = took(
    () =>
      new Promise<void>((resolve, reject) => {
        const headers = { authorization: administrator, lang: 'en', 'content-type': 'application/json' };
        const path = `/api/${logStoreCalls.downloadByDir.path}`;
        const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
          response.on('data', (chunk: Buffer) => (received += chunk.length));
          response.on('end', resolve);
          response.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(JSON.stringify({ dir }));
      }),
  );
  const peakMb = await peakMemory(pid, download);
  if (received < bytes / 100) throw new Error(`the zip has ${received} bytes`);
  report([
    {
      goalName: 'transfers',
      what: `memory of a zip of ${bytes / megabyte} MB of logs`,
      value: peakMb - restingMb,
      unit: 'MB',
      goal: 64,
      good: 'atMost',
      detail: `${rate(bytes, await download)}, ${(received / megabyte).toFixed(0)} MB packed`,
    },
  ]);
}
