import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noResults, resultsIn, secondTriesIn, summaryOf } from './counts.ts';
import { closingLines } from './closing.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('the counts of vitest and Playwright are added', () => {
  writeFileSync(
    join(folder, 'v.json'),
    JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 2 }),
  );
  writeFileSync(
    join(folder, 'p.json'),
    JSON.stringify({ stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 0 } }),
  );
  const all = [resultsIn(join(folder, 'v.json'), 0), resultsIn(join(folder, 'p.json'), 1)];
  expect(summaryOf(all)).toBe('9 passed, 1 failed, 2 skipped, 1 at the second try');
});

test('a run that exits with an error without a failed test counts as one failure', () => {
  writeFileSync(
    join(folder, 'v.json'),
    JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0 }),
  );
  expect(summaryOf([resultsIn(join(folder, 'v.json'), 1)])).toBe('5 passed, 1 failed');
  expect(summaryOf([resultsIn(join(folder, 'nothing.json'), 1)])).toBe('0 passed, 1 failed');
});

test('tests that passed at the second try are counted, also when there are none', () => {
  writeFileSync(join(folder, 'second-tries'), 'a.test.ts > one\nb.test.ts > two\n');
  const again = secondTriesIn(join(folder, 'second-tries'));
  expect(summaryOf([{ ...noResults, passed: 5, again }])).toBe('5 passed, 0 failed, 2 at the second try');
  expect(secondTriesIn(join(folder, 'nothing'))).toBe(0);
});

test('the closing lines name promises, the longest files, waiting, and what is over its bound', () => {
  writeFileSync(
    join(folder, 'v.json'),
    JSON.stringify({
      numPassedTests: 100,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        {
          name: join(folder, 'a.test.ts'),
          startTime: 0,
          endTime: 2000,
          assertionResults: [{ meta: { promises: { calls: 3 } } }, { meta: { promises: { calls: 4 } } }, {}],
        },
      ],
    }),
  );
  const spec = (promises: object, duration: number) => ({
    tests: [
      { annotations: [{ type: 'promises', description: JSON.stringify(promises) }], results: [{ duration }] },
    ],
  });
  writeFileSync(
    join(folder, 'p.json'),
    JSON.stringify({
      stats: { expected: 2, flaky: 0, unexpected: 0, skipped: 0 },
      suites: [
        {
          file: 'a.journey.ts',
          specs: [],
          suites: [{ file: 'a.journey.ts', specs: [spec({ views: 7 }, 30_000), spec({ calls: 1 }, 2_000)] }],
        },
      ],
    }),
  );
  const tests = resultsIn(join(folder, 'v.json'), 0, folder);
  const journeys = resultsIn(join(folder, 'p.json'), 0);
  const lines = closingLines({ tests, journeys, seconds: 731, busyS: 1000 });
  expect(lines.slice(0, 3)).toEqual([
    '100 tests and 2 journeys in 12:11 min',
    'Promises: 8 calls, 7 views',
    'Longest files: e2e/a.journey.ts 32 s, a.test.ts 2 s',
  ]);
  expect(lines).toContain('Over its bound: a journey took 16.0 s of a worker (bound 12 s)');
  expect(lines.at(-1)).toBe('Over its share: npm test took 12:11 min, its share is 12:00 min');
});
