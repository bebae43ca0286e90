import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { say, step } from './start/say.ts';
import { foldersOfRuns } from '../apps/server/src/test-kit/folders-of-runs.ts';
import { noCitus } from '../apps/server/src/test-kit/citus/citus-cluster.ts';
import { localBrokers } from './test/brokers.ts';
import { ensureBrowser } from './test/browser.ts';
import { testsSince } from './test/changed.ts';
import { suitesOnCitus } from './test/citus.ts';
import { childSeconds, closingLines } from './test/closing.ts';
import { noResults, resultsIn, secondTriesIn, summaryOf, type Results } from './test/counts.ts';

const root = join(import.meta.dirname, '..');
const external = process.argv.includes('--external');
const changedAt = process.argv.indexOf('--changed');
const reports = mkdtempSync(join(foldersOfRuns(), 'sweepline-reports-'));
/** Everything that tests write, so that nothing of a stopped run stays. PostgreSQL under another user has its data there too. */
const TMPDIR = join(reports, 'tmp');
mkdirSync(TMPDIR);
for (const folder of [reports, TMPDIR]) chmodSync(folder, 0o755);

/** What the closing lines say about each broker. */
const brokerLines: string[] = [];

const stopping = new AbortController();
const stopped = stopping.signal;
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(name, () => stopping.abort());

// A listener on the IPC channel to bootstrap.js would keep the process alive.
process.exit(await main());

async function main(): Promise<number> {
  if (external && !(process.env['DATABASE_URL'] && (process.env['MQTT_URL'] || localBrokers().length > 0))) {
    say(
      'npm run test:external needs DATABASE_URL (a PostgreSQL, as someone who may create databases), and MQTT_URL (a broker) or an installed Mosquitto or RabbitMQ.',
    );
    return 1;
  }
  const startedMs = Date.now();
  const results = await chosenTests();
  rmSync(reports, { recursive: true, force: true, maxRetries: 3 });
  const [tests = noResults, journeys] = results;
  const seconds = (Date.now() - startedMs) / 1000;
  const run = { tests, ...(!external && journeys && { journeys }), seconds, busyS: childSeconds() };
  say(`\n${[...closingLines(run), ...brokerLines, summaryOf(results)].join('\n')}`);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
}

async function chosenTests(): Promise<Results[]> {
  if (!external) return changedAt > 0 ? await ofChange(process.argv[changedAt + 1]) : await everything();
  const onGivenBroker = process.env['MQTT_URL']
    ? [await vitest(['--project', 'server', ...onOneBroker])]
    : [];
  return [...onGivenBroker, ...(await onLocalBrokers()), ...(await onCitus())];
}

// Sequential files: on one broker, robots of two files with the same serial number would collide.
const onOneBroker = ['--project', 'conformance', '--no-file-parallelism'];

/** Everything about robots, on each broker that is installed here, one after the other. */
async function onLocalBrokers(): Promise<Results[]> {
  const all: Results[] = [];
  for (const { name, start } of localBrokers()) {
    if (stopped.aborted) break;
    say(`\nOn ${name}:`);
    const broker = await start();
    const args = ['--project', 'server', ...onOneBroker, 'apps/server/src/robots/', 'scripts/conform/'];
    const results = await vitest(args, { MQTT_URL: broker.url });
    await broker.stop();
    brokerLines.push(`On ${name}: ${summaryOf([results])}`);
    all.push(results);
  }
  if (all.length === 0) brokerLines.push('Neither Mosquitto nor RabbitMQ is installed here.');
  return all;
}

/** The tests of what differs from a commit. */
async function ofChange(since?: string): Promise<Results[]> {
  const { tests, omitted } = testsSince(root, since);
  say(omitted);
  return [await vitest(tests)];
}

/** One after the other: both keep the processors busy, and tests of clocks and streams fail between busy browsers. */
async function everything(): Promise<Results[]> {
  return [await vitest([]), await journeys()];
}

/** The suites that write or read telemetry, once more on a cluster that distributes it over two workers. */
async function onCitus(): Promise<Results[]> {
  if (noCitus) {
    say('\nCitus is not installed: telemetry was not tested on distributed tables.');
    return [];
  }
  say('\nOn Citus:');
  return [await vitest(['--project', 'server', '--no-file-parallelism', ...suitesOnCitus], { CITUS: '1' })];
}

async function vitest(args: string[], env: Record<string, string> = {}): Promise<Results> {
  const VITEST_REPORT = join(reports, 'vitest.json');
  const SECOND_TRIES = join(reports, 'second-tries');
  // Of the run before.
  for (const file of [VITEST_REPORT, SECOND_TRIES]) rmSync(file, { force: true });
  const code = await run('vitest', ['run', ...args], { ...env, VITEST_REPORT, SECOND_TRIES });
  return { ...resultsIn(VITEST_REPORT, code, root), again: secondTriesIn(SECOND_TRIES) };
}

/** Runs the browser journeys with the built console and all services of `npm start`. */
async function journeys(): Promise<Results> {
  if (stopped.aborted) return noResults;
  const browser = await ensureBrowser();
  if (browser !== true) {
    say(browser);
    return { ...noResults, failed: 1 };
  }
  if (!isConsoleBuilt()) await step('Console', () => buildConsole());
  const report = join(reports, 'playwright.json');
  // Below the reports, so that the data is deleted with them.
  const E2E_DATA = join(reports, 'data');
  const code = await run('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_DATA });
  return resultsIn(report, code);
}

function run(program: string, args: string[], extraEnv: Record<string, string> = {}): Promise<number | null> {
  // Tests start servers and simulators as processes of their own. Compiled by the first one, they start in half the time.
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TMPDIR,
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
