import { pages } from '@sweepline/contract';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import fastify from 'fastify';
import { build } from 'vite';
import { compressed } from '../apps/console/build/compressed.ts';
import { readEnv } from '../apps/server/src/app/env.ts';
import { startServer } from '../apps/server/src/app/main.ts';
import { registerConsole } from '../apps/server/src/platform/http/console-files.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { buildConsole, isConsoleBuilt } from '../scripts/start/console-build.ts';
import { ensureWorld } from '../scripts/start/world.ts';
import { countBytes } from '../e2e/walk/received-bytes.ts';
import { debianChromium } from '../scripts/test/browser.ts';
import { median, report } from './measure/report.ts';

const rounds = 11;
const password = 'measured-from-the-first-byte';

/** Bytes of the login page, the first list and the technician's page, and paint times against a bare React form. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const ends: (() => Promise<unknown>)[] = [() => database.stop()];
  try {
    const console = await serveConsole(database.url, folder);
    ends.push(console.stop);
    const form = await serveForm(join(folder, 'form'));
    ends.push(form.stop);
    const browser = await chromium.launch({
      ...(existsSync(debianChromium) && { executablePath: debianChromium }),
      args: ['--no-sandbox'],
    });
    ends.push(() => browser.close());
    await measure(browser, console.url, form.url);
  } finally {
    for (const end of ends.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, consoleUrl: string, formUrl: string) {
  // Warm-up: the first visit of a process is slow on both sides and not measured.
  await visitForm(browser, formUrl);
  await visitConsole(browser, consoleUrl);
  await visitPhone(browser, consoleUrl);
  const visits: Visits[] = [];
  for (let round = 0; round < rounds; round++) {
    const formPainted = await visitForm(browser, formUrl);
    const phone = await visitPhone(browser, consoleUrl);
    visits.push({ ...(await visitConsole(browser, consoleUrl)), ...phone, formPainted });
  }
  reportVisits(visits);
}

type Visits = Awaited<ReturnType<typeof visitConsole>> &
  Awaited<ReturnType<typeof visitPhone>> & { formPainted: number };

/** Paint times of a page and of the form, in milliseconds. */
const against = (page: number, form: number) => `${Math.round(page)} ms against ${Math.round(form)} ms`;

function reportVisits(visits: readonly Visits[]) {
  const of = (pick: (visit: Visits) => number) => median(visits.map(pick));
  const common = { goalName: 'P8', good: 'atMost' } as const;
  report([
    {
      ...common,
      what: 'login page, compressed',
      value: of(({ login }) => login) / 1000,
      unit: 'KB',
      goal: 160,
    },
    {
      ...common,
      what: 'login, then the first list',
      value: of(({ list }) => list) / 1000,
      unit: 'KB',
      goal: 450,
    },
    {
      ...common,
      what: 'largest paint of the login page against a React form alone',
      value: of(({ painted, formPainted }) => painted / formPainted),
      unit: '×',
      goal: 1.5,
      detail: against(
        of(({ painted }) => painted),
        of(({ formPainted }) => formPainted),
      ),
    },
    {
      ...common,
      what: 'page of a technician after the login',
      value: of(({ phone }) => phone) / 1000,
      unit: 'KB',
      goal: 250,
    },
    {
      ...common,
      what: 'largest paint of the page of a technician against a React form alone',
      value: of(({ phonePainted, formPainted }) => phonePainted / formPainted),
      unit: '×',
      goal: 1.5,
      detail: against(
        of(({ phonePainted }) => phonePainted),
        of(({ formPainted }) => formPainted),
      ),
    },
  ]);
}

async function visitForm(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const painted = await largestPaint(page);
  await context.close();
  return painted;
}

async function visitConsole(browser: Browser, url: string) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const received = await countBytes(page);
  await page.goto(`${url}/login?back=${encodeURIComponent(pages.devices())}`, {
    waitUntil: 'networkidle',
  });
  const painted = await largestPaint(page);
  const login = received();
  await signIn(page, '.sl-table tbody tr');
  const list = received();
  await context.close();
  return { login, list, painted };
}

/** The bytes after the login, and the paint of the page when it is opened again with an empty cache. */
async function visitPhone(browser: Browser, url: string) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ locale: 'en', viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  const received = await countBytes(page);
  await page.goto(`${url}/login?back=${encodeURIComponent(pages.myWorkOrders())}`, {
    waitUntil: 'networkidle',
  });
  const login = received();
  await signIn(page, '.my-orders-list .sl-empty, .my-order');
  const phone = received() - login;
  const storageState = await context.storageState();
  await context.close();
  const again = await browser.newContext({ locale: 'en', viewport, storageState, serviceWorkers: 'block' });
  const second = await again.newPage();
  await second.goto(url + pages.myWorkOrders(), { waitUntil: 'networkidle' });
  const phonePainted = await largestPaint(second);
  await again.close();
  return { phone, phonePainted };
}

async function signIn(page: Page, content: string) {
  await page.fill('[name=username]', 'admin');
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.waitForSelector(`${content}, .sl-login-elsewhere`);
  // The previous round left a session of the same account.
  if (await page.isVisible('.sl-login-elsewhere')) await page.click('.sl-login-card .sl-button-main');
  await page.waitForSelector(content);
  await page.waitForLoadState('networkidle');
}

const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );

/** Starts the complete product with the demo world in an empty folder. */
async function serveConsole(databaseUrl: string, folder: string) {
  if (!isConsoleBuilt()) await buildConsole();
  await migrateDatabase(databaseUrl);
  const filesUrl = pathToFileURL(join(folder, 'files')).href;
  await ensureWorld({ databaseUrl, filesUrl, dataDir: folder, password, empty: false });
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    MQTT_PORT: '0',
    WS_ACCEPT_SESSION_TOKEN: '1',
    LOG_LEVEL: 'silent',
  };
  return startServer(readEnv(env));
}

/** Builds and serves the form like the console. */
async function serveForm(folder: string) {
  await build({
    root: join(import.meta.dirname, 'load'),
    logLevel: 'warn',
    plugins: [react(), compressed()],
    build: { target: 'es2023', outDir: folder, emptyOutDir: true },
  });
  const app = fastify();
  await registerConsole(app, folder);
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() };
}
