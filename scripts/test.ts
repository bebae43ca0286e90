import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { say, step } from './start/say.ts';
import { noCitus } from '../apps/server/src/test-kit/citus/citus-cluster.ts';
import { ensureBrowser } from './test/browser.ts';
import { testsSince } from './test/changed.ts';
import { suitesOnCitus } from './test/citus.ts';
import { type Counts, countsIn, secondTriesIn, summaryOf } from './test/counts.ts';

const root = join(import.meta.dirname, '..');
const external = process.argv.includes('--external');
const changedAt = process.argv.indexOf('--changed');
const reports = mkdtempSync(join(tmpdir(), 'sweepline-reports-'));

const stopping = new AbortController();
const stopped = stopping.signal;
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(name, () => stopping.abort());

// A listener on the IPC channel to bootstrap.js would keep the process alive.
process.exit(await main());

async function main(): Promise<number> {
  if (external && !(process.env['DATABASE_URL'] && process.env['MQTT_URL'])) {
    say(
      'npm run test:external needs DATABASE_URL (a PostgreSQL, as someone who may create databases) and MQTT_URL (a broker).',
    );
    return 1;
  }
  // Sequential files: on one broker, robots of two files with the same serial number would collide.
  const results = external
    ? [
        await vitest(['--project', 'server', '--project', 'conformance', '--no-file-parallelism']),
        ...(await onCitus()),
      ]
    : changedAt > 0
      ? [await vitest(testsSince(root, process.argv[changedAt + 1]))]
      : await everything();
  rmSync(reports, { recursive: true, force: true, maxRetries: 3 });
  say(`\n${summaryOf(results)}`);
  return results.some((counts) => counts.failed > 0) ? 1 : 0;
}

/** Sequential: in parallel on two cores, the journeys exceed their timeouts. */
async function everything(): Promise<Counts[]> {
  return [await vitest([]), await journeys()];
}

/** The suites that write or read telemetry, once more on a cluster that distributes it over two workers. */
async function onCitus(): Promise<Counts[]> {
  if (noCitus) {
    say('\nCitus is not installed: telemetry was not tested on distributed tables.');
    return [];
  }
  say('\nOn Citus:');
  return [await vitest(['--project', 'server', '--no-file-parallelism', ...suitesOnCitus], { CITUS: '1' })];
}

async function vitest(args: string[], env: Record<string, string> = {}): Promise<Counts> {
  const VITEST_REPORT = join(reports, 'vitest.json');
  const SECOND_TRIES = join(reports, 'second-tries');
  // Of the run before.
  for (const file of [VITEST_REPORT, SECOND_TRIES]) rmSync(file, { force: true });
  const code = await run('vitest', ['run', ...args], { ...env, VITEST_REPORT, SECOND_TRIES });
  return { ...countsIn(VITEST_REPORT, code), again: secondTriesIn(SECOND_TRIES) };
}

/** Runs the browser journeys with the built console and all services of `npm start`. */
async function journeys(): Promise<Counts> {
  if (stopped.aborted) return { passed: 0, failed: 0, skipped: 0 };
  const browser = await ensureBrowser();
  if (browser !== true) {
    say(browser);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if (!isConsoleBuilt()) await step('Console', () => buildConsole());
  const report = join(reports, 'playwright.json');
  // Below the reports, so that the data is deleted with them.
  const E2E_DATA = join(reports, 'data');
  chmodSync(reports, 0o755);
  const code = await run('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_DATA });
  return countsIn(report, code);
}

function run(program: string, args: string[], extraEnv: Record<string, string> = {}): Promise<number | null> {
  // Tests start servers and simulators as processes of their own. Compiled by the first one, they start in half the time.
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_COMPILE_CACHE: join(reports, 'compiled'),
    ...extraEnv,
  };
  // The tests start their own services and must not use a database from the environment.
  if (!external) for (const name of ['DATABASE_URL', 'MQTT_URL', 'FILES_URL']) delete env[name];
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    stopped.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
}
