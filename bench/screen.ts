import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { importPath, sceneKinds } from '@sweepline/contract';
import postgres from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { buildConsole, isConsoleBuilt } from '../scripts/start/console-build.ts';
import { ensureWorld } from '../scripts/start/world.ts';
import { debianChromium } from '../scripts/test/browser.ts';
import { firstOf, fleetOf, register } from './fleet/members.ts';
import { median, report } from './measure/report.ts';
import { dayOfDisplay, type DisplayDay } from './screen/day-of-display.ts';
import { insertScreen } from './screen/world.ts';
import { look, type Seen } from './watch/look.ts';

const robots = Number(process.env['FLEET'] ?? 10_000);
const hours = Number(process.env['HOURS'] ?? 24);
const sceneSeconds = 5;
/** Two turns of all scenes. */
const seconds = Number(process.env['SECONDS'] ?? 2 * sceneKinds.length * sceneSeconds);
const patienceMs = 180_000;

/**
 * The large screen of a display of 400 places: its frames while 10,000 robots send their state once a second over MQTT (`frames`), and
 * its heap over the asks and scenes of a day (`heap`). Robots, server, database and browser share the machine.
 */
export async function run(args: readonly string[]) {
  const isAsked = (part: string) => args.length === 0 || args.includes(part);
  const folder = mkdtempSync(join(tmpdir(), 'screen-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = (path: string, own: string[] = []) => {
    const child = fork(join(import.meta.dirname, path), own);
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
    const password = 'a-wall-without-a-person';
    await ensureWorld({ databaseUrl: database.url, filesUrl, dataDir: folder, password, empty: true });
    const { fleet: members, token } = await worldOf(database.url);
    const server = start('watch/server-process.ts', [database.url, folder]);
    const { url, mqttPort } = await firstOf<{ url: string; mqttPort: number }>(server);
    const link = `${url}${importPath(token)}`;
    if (isAsked('frames')) {
      const fleet = fleetOf([start('fleet/crowd.ts'), start('fleet/crowd.ts')], members);
      await fleet.connect(mqttPort);
      reportFrames(await frames(browser, link, () => fleet.send({ kind: 'feed', mapId: 'floor-1' })));
      await fleet.drop();
    }
    if (isAsked('heap')) reportHeap(await dayOfDisplay(browser, link, hours));
  } finally {
    await browser.close();
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The robots of the provider, and the token of its display. */
async function worldOf(databaseUrl: string) {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const [company] = await sql<{ id: string }[]>`select id from companies where type = 0`;
  if (!company) throw new Error('the world has no provider');
  const fleet = await register(databaseUrl, company.id, robots);
  const token = await insertScreen(sql, company.id, sceneSeconds);
  await sql.end();
  return { fleet, token };
}

async function frames(browser: Browser, link: string, feed: () => Promise<unknown>): Promise<Seen> {
  const page = await browser.newPage({ locale: 'en', viewport: { width: 1920, height: 1080 } });
  // A newly connected fleet keeps a small machine busy; the load time of the page is not measured.
  page.setDefaultTimeout(patienceMs);
  await page.goto(link);
  await page.waitForSelector('.large-scene:not(.large-notice)');
  await feed();
  await pause(5_000);
  const seen = await look(page, seconds * 1000);
  await page.close();
  return seen;
}

function reportFrames({ frameP95, longestTask }: Seen) {
  const what = `${robots.toLocaleString('en')} robots at 1 Hz over MQTT, large screen with all scenes`;
  report([
    {
      goalName: 'P6',
      what: `${what}: 95th percentile of frames`,
      unit: 'ms',
      value: frameP95,
      goal: 16.8,
      good: 'atMost',
    },
    {
      goalName: 'P6',
      what: `${what}: longest task`,
      unit: 'ms',
      value: longestTask,
      goal: 50,
      good: 'atMost',
      detail: 'tasks below 50 ms count as 0',
    },
  ]);
}

/** Hours on both sides that are compared by their median; the first one is left out, because the page still loads. */
const compared = 3;

function reportHeap({ asks, turns, heap, nodes, listeners }: DisplayDay) {
  const early = (values: readonly number[]) => median(values.slice(1, 1 + compared));
  const late = (values: readonly number[]) => median(values.slice(-compared));
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  report([
    {
      goalName: 'P6',
      what: `heap of a display after ${hours} hours against its first hours`,
      unit: '%',
      value: (late(heap) / early(heap) - 1) * 100,
      goal: 5,
      good: 'atMost',
      detail: `${mb(late(heap))} against ${mb(early(heap))}, elements ${late(nodes)} against ${early(nodes)}, listeners ${late(listeners)} against ${early(listeners)}; ${asks} asks and ${turns} scenes with timers 300 times as fast`,
    },
  ]);
}
