import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import postgres from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { buildConsole, isConsoleBuilt } from '../scripts/start/console-build.ts';
import { ensureWorld } from '../scripts/start/world.ts';
import { debianChromium } from '../scripts/test/browser.ts';
import { firstOf, fleetOf, register } from './fleet/members.ts';
import { report, type Measure } from './measure/report.ts';
import { firstPush, look, signIn, type Seen } from './watch/look.ts';

const count = Number(process.env['FLEET'] ?? 10_000);
const seconds = Number(process.env['SECONDS'] ?? 20);
const patienceMs = 180_000;
const password = 'watched-from-the-first-frame';
const part = (...path: string[]) => join(import.meta.dirname, ...path);

interface Where {
  url: string;
  mqttPort: number;
}

/**
 * 10,000 robots send their state once a second over MQTT to the complete server; a browser shows the list and then the map
 * of a robot. Robots, server, database and browser share the machine.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'watch-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = (path: string, args: string[] = []) => {
    const child = fork(path, args);
    children.push(child);
    return child;
  };
  const browser = await chromium.launch({
    ...(existsSync(debianChromium) && { executablePath: debianChromium }),
    args: ['--no-sandbox'],
  });
  try {
    if (!isConsoleBuilt()) await buildConsole();
    await migrateDatabase(database.url);
    const filesUrl = pathToFileURL(join(folder, 'files')).href;
    await ensureWorld({ databaseUrl: database.url, filesUrl, dataDir: folder, password, empty: false });
    const { company, mapId } = await worldOf(database.url);
    const robots = await register(database.url, company, count);
    const server = start(part('watch', 'server-process.ts'), [database.url, folder]);
    const { url, mqttPort } = await firstOf<Where>(server);
    const fleet = fleetOf([start(part('fleet', 'crowd.ts')), start(part('fleet', 'crowd.ts'))], robots);
    await fleet.connect(mqttPort);
    const page = await browser.newPage({ locale: 'en', viewport: { width: 1440, height: 900 } });
    // A newly connected fleet keeps a small machine busy; the load time of the page is not measured.
    page.setDefaultTimeout(patienceMs);
    await signIn(page, url, password);
    const fed = async () => (await fleet.send({ kind: 'feed', mapId })).fed;
    await fed();
    await pause(5000);
    const list = await watched(page, fed);
    await page.locator('.sl-table tbody tr a').first().click();
    await page.waitForSelector('.sl-map-canvas');
    await pause(3000);
    const map = await watched(page, fed);
    printReport(list, map);
  } finally {
    await browser.close();
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Watched = Seen & { fed: number };

async function watched(page: Page, fed: () => Promise<number>): Promise<Watched> {
  await firstPush(page, patienceMs);
  const before = await fed();
  const sample = await look(page, seconds * 1000);
  return { ...sample, fed: (await fed()) - before };
}

/** The provider's id and a map of the demo world. */
async function worldOf(url: string) {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const [company] = await sql<{ id: string }[]>`select id from companies where type = 0`;
  const [map] = await sql<{ id: string }[]>`select id from maps order by name limit 1`;
  await sql.end();
  if (!company || !map) throw new Error('the demo world has no provider or no map');
  return { company: company.id, mapId: map.id };
}

function printReport(list: Watched, map: Watched): void {
  const rate = (bytes: number) => `${(bytes / 1024 / seconds).toFixed(0)} KB/s`;
  const robots = `${count.toLocaleString('en')} robots at 1 Hz over MQTT`;
  const rows = (where: string, { frameP95, longestTask }: Watched): Measure[] => [
    {
      goalName: 'P6',
      what: `${robots}, ${where}: 95th percentile of frames`,
      unit: 'ms',
      value: frameP95,
      goal: 16.8,
      good: 'atMost',
    },
    {
      goalName: 'P6',
      what: `${robots}, ${where}: longest task`,
      unit: 'ms',
      value: longestTask,
      goal: 50,
      good: 'atMost',
      detail: 'tasks below 50 ms count as 0',
    },
  ];
  report([
    ...rows('list of 50 open', list),
    {
      goalName: 'P6',
      what: `${robots}, list of 50 open: pushed against fed`,
      unit: '×',
      value: list.receivedBytes / list.fed,
      goal: 0.12,
      good: 'atMost',
      detail: `${rate(list.receivedBytes)} against ${rate(list.fed)}`,
    },
    ...rows('map of one open', map),
  ]);
}
