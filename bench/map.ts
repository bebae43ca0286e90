import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'vite';
import type { Timings } from './map/page.tsx';
import { median, quantile, report, type Measure } from './measure/report.ts';

const rounds = 5;
const subjects = ['raw', 'product'] as const;
const names: Record<keyof Timings, string> = {
  pan: 'pan, whole map',
  panClose: 'pan, close',
  zoom: 'zoom',
  drag: 'drag an element',
  undo: 'undo and redo',
};

/** The map component against a raw canvas that paints the same, in Chromium; both are measured in turns. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'map-bench-'));
  const root = join(import.meta.dirname, 'map');
  await build({
    root,
    base: './',
    logLevel: 'error',
    build: { target: 'es2023', outDir: folder, emptyOutDir: true },
  });
  const server = await serve(folder);
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // Without a frame limit the frame time is the work per frame; with it, the time a user sees.
    const unlimited = await measured(address, ['--disable-frame-rate-limit', '--disable-gpu-vsync'], rounds);
    const limited = await measured(address, [], 1);
    report([...ratios(unlimited), dragMeasure(limited), ...(await openMeasures(address))]);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}

type Round = Record<(typeof subjects)[number], Timings>;

async function measured(address: string, args: string[], count: number): Promise<Round[]> {
  const executablePath = ['/usr/bin/chromium'].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', ...args],
  });
  try {
    const results: Round[] = [];
    for (let i = 0; i < count; i++) {
      results.push({
        raw: await oneTurn(browser, address, 'raw'),
        product: await oneTurn(browser, address, 'product'),
      });
      process.stdout.write(`round ${i + 1} of ${count}\n`);
    }
    return results;
  } finally {
    await browser.close();
  }
}

/** Measures one subject in a new page, so that memory of the other does not affect it. */
async function oneTurn(browser: Browser, address: string, subject: (typeof subjects)[number]) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.waitForSelector('html[data-ready]');
  const timings = await page.evaluate((name) => window.measure(name), subject);
  await page.close();
  return timings;
}

/** Time to open the map, and the heap with the map open. */
async function openMeasures(address: string): Promise<Measure[]> {
  const executablePath = ['/usr/bin/chromium'].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  const results: { ratio: number; build: number; shown: number; megabytes: number }[] = [];
  try {
    for (let i = 0; i < rounds; i++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(address);
      await page.waitForSelector('html[data-ready]');
      const { build, shown } = await page.evaluate(() => window.openMap());
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = (await devTools.send('Runtime.getHeapUsage')) as HeapUsage;
      const megabytes = (usedSize + (backingStorageSize ?? 0)) / 2 ** 20;
      results.push({ ratio: shown / build, build, shown, megabytes });
      await page.close();
    }
  } finally {
    await browser.close();
  }
  const middle = (name: keyof (typeof results)[number]) => median(results.map((round) => round[name]));
  const detail = `${middle('shown').toFixed(0)} ms against ${middle('build').toFixed(0)} ms`;
  return [
    {
      goalName: 'P7',
      what: 'open, time against building the raster',
      unit: '×',
      good: 'atMost',
      value: middle('ratio'),
      goal: 3,
      detail,
    },
    {
      goalName: 'P7',
      what: 'heap with the map open',
      unit: 'MB',
      good: 'atMost',
      value: middle('megabytes'),
      goal: 200,
    },
  ];
}

/** Chromium returns more fields than the published types. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize?: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function ratios(results: readonly Round[]): Measure[] {
  return (Object.keys(names) as (keyof Timings)[]).map((name) => {
    const [raw, ours] = subjects.map((subject) => results.map((round) => mean(round[subject][name])));
    return {
      goalName: 'P7',
      what: `${names[name]}, time of a frame against a raw canvas`,
      value: median(results.map((_, i) => ours![i]! / raw![i]!)),
      unit: '×',
      goal: 1,
      good: 'atMost',
      detail: `${median(ours!).toFixed(1)} ms against ${median(raw!).toFixed(1)} ms`,
    };
  });
}

const dragMeasure = (results: readonly Round[]): Measure => ({
  goalName: 'P7',
  what: 'drag an element, 95th percentile of frames at 60 Hz',
  value: quantile(
    results.flatMap((round) => round.product.drag),
    0.95,
  ),
  unit: 'ms',
  goal: 16.8,
  good: 'atMost',
});

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (bytes) =>
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}
