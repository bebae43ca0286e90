import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { reportSecondTries } from './scripts/test/second-tries.ts';
import { pageTexts } from './apps/console/build/page-texts.ts';

/**
 * The limits of a test and of a state that it waits for, in every project. They are no promise of the product: a machine whose cores
 * are all busy meets them too.
 */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * For tests that wait for robots, brokers, databases or the page. The summary names those that needed it: they are to be mended, but
 * one of them must not refuse the work of a day.
 */
const secondTry = { retry: 1 };

/** `npm test` reads them (`scripts/test.ts`). */
const { VITEST_REPORT: report, SECOND_TRIES: secondTries } = process.env;

const json: ['json', { outputFile: string }][] = report ? [['json', { outputFile: report }]] : [];

export default defineConfig({
  test: {
    reporters: ['default', reportSecondTries(secondTries), ...json],
    // Files wait for PostgreSQL, robots and clocks half of their time.
    maxWorkers: Math.max(4, availableParallelism()),
    // What a file needs it makes itself, databases included, so files may share a worker and what it has loaded: loading the server
    // again for each of them is a third of the work.
    isolate: false,
    // V8 13 aborts now and then when WebAssembly code is freed under memory protection keys: "Check failed: jit_page.has_value()".
    execArgv: ['--no-memory-protection-keys'],
    projects: [
      {
        // Five minutes of waiting for robots. Projects run in the order of their names: this one begins, and the others fill its time.
        test: {
          name: 'conformance',
          include: ['scripts/conform/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./apps/server/src/test-kit/postgres.ts'],
          ...secondTry,
          ...limits,
        },
      },
      {
        test: {
          name: 'structure',
          include: ['*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['scripts/conform/**'],
          environment: 'node',
          ...limits,
        },
      },
      { test: { name: 'packages', include: ['packages/**/*.test.ts'], environment: 'node', ...limits } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'seeds/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./apps/server/src/test-kit/postgres.ts'],
          ...secondTry,
          ...limits,
        },
      },
      {
        test: {
          name: 'sim',
          include: ['apps/robot-sim/**/*.test.ts'],
          environment: 'node',
          ...secondTry,
          ...limits,
        },
      },
      {
        plugins: [pageTexts()],
        // The build generates these stylesheets. Tests need no styles.
        resolve: {
          alias: [
            { find: /^\/@theme\/.*/, replacement: `${import.meta.dirname}/apps/console/src/app/antd.css` },
          ],
        },
        test: {
          name: 'console',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['./apps/console/src/test-kit/setup.ts'],
          ...secondTry,
          ...limits,
        },
      },
    ],
  },
});
