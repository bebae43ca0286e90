import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './scripts/start/free-port.ts';
import { baseUrl } from './e2e/address.ts';
import { debianChromium } from './scripts/test/browser.ts';

// Workers read this file too: what is chosen once travels to them in the environment.
process.env['E2E_PORT'] ??= String(await freePort(18_080));
process.env['E2E_SMTP_PORT'] ??= String(await freePort(18_025));
process.env['E2E_DATA'] ??= join(tmpdir(), `sweepline-e2e-${process.pid}`);
process.env['DEMO_PASSWORD'] ??= 'journeys-through-the-console';

/** They keep their worker busy for minutes, so that they begin first. */
const pageWalks = 'pages.journey.ts';

/** Journeys through everything `npm start` starts: console, server, database, broker and simulated robots. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // The limits of a journey and of a state that it waits for. They are no promise of the product: a busy machine meets them too.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  // A journey has its own company, accounts and robots (`own-world.ts`), so that journeys run side by side and in any order.
  workers: 3,
  projects: [
    // A second try of a walk costs minutes, and a third has never passed.
    { name: 'pages', testMatch: pageWalks, retries: 1 },
    { name: 'journeys', testIgnore: pageWalks, testMatch: '**/*.journey.ts' },
  ],
  // The summary counts journeys that needed another try.
  retries: 2,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    baseURL: baseUrl(),
    viewport: { width: 1440, height: 900 },
    // Recording every try takes a seventh of the time of a walk.
    trace: 'on-first-retry',
    // Animations in software take half of the processor time of a journey.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: existsSync(debianChromium)
      ? { executablePath: debianChromium, args: ['--no-sandbox'] }
      : {},
  },
  webServer: {
    command: 'node scripts/start.js',
    url: baseUrl(),
    timeout: 240_000,
    // A running product is used as it is.
    reuseExistingServer: process.env['E2E_URL'] !== undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: {
      PORT: process.env['E2E_PORT'],
      DATA_DIR: process.env['E2E_DATA'],
      DEMO_PASSWORD: process.env['DEMO_PASSWORD'],
      // The demo robots are the subject of no journey, and each of their messages costs the server time.
      SIM_SPEEDUP: '1',
      // The journey that reads mails opens a mailbox there; until then mails wait.
      SMTP_URL: `smtp://127.0.0.1:${process.env['E2E_SMTP_PORT']}`,
      MAIL_FROM: 'Sweepline <notices@sweepline.example>',
    },
  },
});
