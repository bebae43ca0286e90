import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countsIn, secondTriesIn, summaryOf } from './counts.ts';

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
  const all = [countsIn(join(folder, 'v.json'), 0), countsIn(join(folder, 'p.json'), 1)];
  expect(summaryOf(all)).toBe('9 passed, 1 failed, 2 skipped, 1 at the second try');
});

test('a run that exits with an error without a failed test counts as one failure', () => {
  writeFileSync(
    join(folder, 'v.json'),
    JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0 }),
  );
  expect(summaryOf([countsIn(join(folder, 'v.json'), 1)])).toBe('5 passed, 1 failed');
  expect(summaryOf([countsIn(join(folder, 'nothing.json'), 1)])).toBe('0 passed, 1 failed');
});

test('tests that passed at the second try are counted, also when there are none', () => {
  writeFileSync(join(folder, 'second-tries'), 'a.test.ts > one\nb.test.ts > two\n');
  const counts = { passed: 5, failed: 0, skipped: 0, again: secondTriesIn(join(folder, 'second-tries')) };
  expect(summaryOf([counts])).toBe('5 passed, 0 failed, 2 at the second try');
  expect(secondTriesIn(join(folder, 'nothing'))).toBe(0);
});
