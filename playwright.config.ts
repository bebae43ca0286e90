import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './scripts/start/free-port.ts';
import { debianChromium } from './scripts/test/browser.ts';

// Workers read this file too: what is chosen once travels to them in the environment.
process.env['E2E_PORT'] ??= String(await freePort(18_080));
process.env['E2E_DATA'] ??= join(tmpdir(), `sweepline-e2e-${process.pid}`);
process.env['DEMO_PASSWORD'] ??= 'journeys-through-the-console';
const baseURL = `http://127.0.0.1:${process.env['E2E_PORT']}`;

/** Journeys through everything `npm start` starts: console, server, database, broker and simulated robots. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Reading every page keeps a core busy, living with robots is waiting: side by side they take half the time.
  // Within each, one journey after another: they sign in as the same people, and an account has one session.
  workers: 2,
  projects: [
    { name: 'pages', testMatch: 'pages.journey.ts', workers: 1 },
    { name: 'journeys', testIgnore: 'pages.journey.ts', testMatch: '**/*.journey.ts', workers: 1 },
  ],
  // Robots of the demo work beside the journeys. A journey that meets one at a bad moment is tried again; the summary counts it.
  retries: 2,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: existsSync(debianChromium)
      ? { executablePath: debianChromium, args: ['--no-sandbox'] }
      : {},
  },
  webServer: {
    command: 'node scripts/start.js',
    url: baseURL,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: {
      PORT: process.env['E2E_PORT'],
      DATA_DIR: process.env['E2E_DATA'],
      DEMO_PASSWORD: process.env['DEMO_PASSWORD'],
      SIM_SPEEDUP: '8',
    },
  },
});
