import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { authCalls, mapLayerCalls, urlOf, type MapLayer, type MapLayerName } from '@sweepline/contract';
import {
  addPasses,
  coverageOver,
  createTiles,
  decodeTrajectory,
  paintTrajectory,
  tileValues,
  type Tiles,
} from '@sweepline/map-core';
import postgres, { type Sql } from 'postgres';
import { createDb } from '../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { createFileStore, type FileStore } from '../apps/server/src/platform/files/files.ts';
import { createVault } from '../apps/server/src/platform/files/vault.ts';
import { buildDemoWorld } from '../seeds/demo/demo-world.ts';
import { median, quantile, report, type Measure } from './measure/report.ts';
import { took } from './dashboard/took.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 5;
const dayMs = 86_400_000;
/** Longest period of a layer. */
const days = 92;
const token = 'token of the mall';

interface Mall {
  mapId: string;
  /** Path files of its runs with the tool width. */
  paths: { sha256: string; width: number; at: Date }[];
}

/**
 * Heat maps of a floor with seven daily tasks over three months: the first layer, which paints the paths, against a bare
 * recount of the same files; the next layer; and the delay of other calls meanwhile.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'layers-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const filesUrl = pathToFileURL(join(folder, 'files')).href;
  try {
    const [url, empty] = [
      await createDatabase(database.url, 'layers'),
      await createDatabase(database.url, 'empty'),
    ];
    const files = createFileStore(filesUrl);
    const db = createDb(url, { connections: 2 });
    const now = new Date();
    const seedOptions = {
      password: 'bench-of-layers',
      daysOfPaths: days + 1,
      vault: createVault(Buffer.alloc(32)),
    };
    await buildDemoWorld({ db, files, now: () => now, keep: () => {}, ...seedOptions });
    await db.close();
    const [address, options] = connectionOf(url);
    const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
    const mall = await mallOf(sql);
    await sql.end();
    const api = fork(join(import.meta.dirname, 'list/our-process.ts'), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    api.send({ api: url, gateway: empty, files: filesUrl });
    const [port] = (await once(api, 'message')) as [number];
    report(await measured(files, mall, port, now.getTime()));
    api.send('stop');
    await once(api, 'exit');
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Finds the floor with the most runs and adds a session of its administrator. */
async function mallOf(sql: Sql): Promise<Mall> {
  await sql`insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
    select id, company_id, id, encode(sha256(${token}::bytea), 'hex'), now(), now(), 'bench' from accounts
    where username = 'mall.admin'`;
  const [floor] = await sql<{ mapId: string }[]>`select map_id as "mapId" from task_reports
    where trajectory_file_id is not null group by map_id order by count(*) desc limit 1`;
  const paths = await sql<Mall['paths']>`
    select f.sha256, (r.plan ->> 'toolWidthM')::float8 as width, t.started_at as at
    from task_reports t join files f on f.id::text = t.trajectory_file_id join runs r on r.id = t.id
    where t.map_id = ${floor?.mapId ?? ''} order by t.started_at desc, t.id desc`;
  return { mapId: floor?.mapId ?? '', paths: [...paths] };
}

/** Reads, unpacks and paints every path, without the server. */
async function recount(files: FileStore, raster: MapLayer['raster'], paths: Mall['paths']): Promise<Tiles> {
  const tiles = createTiles(raster);
  for (const { sha256, width } of paths) {
    const trajectory = decodeTrajectory(gunzipSync(await buffer(files.open(sha256))).toString('utf8'));
    const coverage = coverageOver(raster);
    const points = trajectory.ok ? trajectory.value.flatMap((part) => part.points) : [];
    paintTrajectory(coverage, points, { toolWidthM: Math.max(width, raster.resolution) });
    addPasses(tiles, { column: 0, row: 0, raster }, coverage);
  }
  return tiles;
}

async function measured(files: FileStore, mall: Mall, port: number, now: number): Promise<Measure[]> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { code, data } = (await answer.json()) as { code: number; data: MapLayer };
    if (code !== 200) throw new Error(`${path} answered ${code}`);
    return data;
  };
  const layerOf = (layer: MapLayerName, round: number) => {
    // The start differs each time, so that no cached layer is used.
    const from = new Date(now - days * dayMs + round * 1000).toISOString();
    return post(urlOf(mapLayerCalls.read), {
      mapId: mall.mapId,
      layer,
      from,
      to: new Date(now).toISOString(),
    });
  };
  const first = await layerOf('PASSES', rounds + 1);
  const counted = mall.paths.filter(({ at }) => at.getTime() >= now - days * dayMs).slice(0, first.told.runs);
  const values = tileValues(inflateRawSync(Buffer.from(first.tiles, 'base64')));
  const again = await recount(files, first.raster, counted);
  const differences = values.filter((value, tile) => value !== again.values[tile]).length;

  const results: { first: number; bare: number; next: number; others: number[] }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const bare = await took(() => recount(files, first.raster, counted));
    const others: number[] = [];
    let painting = true;
    const asking = (async () => {
      while (painting) others.push(await took(() => checkIn(port)));
    })();
    const painted = await took(() => layerOf('PASSES', round));
    painting = false;
    await asking;
    results.push({ first: painted, bare, next: await took(() => layerOf('MISSED', round)), others });
  }
  return measuresOf(results, differences, first.told.runs);
}

/** The first call of every page. */
const checkIn = (port: number) =>
  fetch(`http://127.0.0.1:${port}${urlOf(authCalls.check)}`, { headers: { authorization: token } }).then(
    (answer) => answer.text(),
  );

function measuresOf(
  results: readonly { first: number; bare: number; next: number; others: number[] }[],
  differences: number,
  runs: number,
): Measure[] {
  const middle = (name: 'first' | 'bare' | 'next') => median(results.map((round) => round[name]));
  const of = `heat maps of ${runs} runs`;
  const goalName = 'layers';
  return [
    {
      goalName,
      what: `${of}, the first layer against a bare recount`,
      unit: '×',
      goal: 3,
      good: 'atMost',
      value: median(results.map(({ first, bare }) => first / bare)),
      detail: `${middle('first').toFixed(0)} ms against ${middle('bare').toFixed(0)} ms, others asking meanwhile`,
    },
    {
      goalName,
      what: `${of}, the next layer against the first`,
      unit: '×',
      goal: 0.1,
      good: 'atMost',
      value: median(results.map(({ first, next }) => next / first)),
      detail: `${middle('next').toFixed(0)} ms`,
    },
    {
      goalName,
      what: `${of}, tiles that differ from the recount`,
      unit: '×',
      goal: 0,
      good: 'atMost',
      value: differences,
    },
    {
      goalName,
      what: `${of}, 99th percentile of another call meanwhile`,
      unit: 'ms',
      goal: 100,
      good: 'atMost',
      value: quantile(
        results.flatMap(({ others }) => others),
        0.99,
      ),
    },
  ];
}
