import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What one run of vitest or Playwright proved. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed tests that needed a second try. */
  again: number;
  files: TestFile[];
  /** How many of the same thing its walks proved, for example views of pages or calls of accounts. */
  promises: Record<string, number>;
}

interface TestFile {
  name: string;
  seconds: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { meta?: { promises?: Record<string, number> } }[];
  }[];
}

interface PlaywrightSuite {
  file: string;
  specs: {
    tests: { annotations: { type: string; description?: string }[]; results: { duration: number }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
}

export const noResults: Results = { passed: 0, failed: 0, skipped: 0, again: 0, files: [], promises: {} };

/** Reads the report of vitest or Playwright. A failed run without a failed test counts as one failure. */
export function resultsIn(reportFile: string, exitCode: number | null, root = ''): Results {
  const results = read(reportFile, root);
  return { ...results, failed: exitCode === 0 ? results.failed : Math.max(1, results.failed) };
}

/** The lines that the reporter of second tries wrote; it writes no file where there were none. */
export function secondTriesIn(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').length : 0;
}

function read(reportFile: string, root: string): Results {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport | PlaywrightReport;
    return 'stats' in report ? ofPlaywright(report) : ofVitest(report, root);
  } catch {
    return noResults;
  }
}

function ofVitest(report: VitestReport, root: string): Results {
  const { numPassedTests, numFailedTests, numPendingTests, testResults = [] } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    again: 0,
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    promises: added(
      testResults.flatMap(({ assertionResults }) => assertionResults.map(({ meta }) => meta?.promises ?? {})),
    ),
  };
}

function ofPlaywright({ stats, suites = [] }: PlaywrightReport): Results {
  const { expected, flaky, unexpected, skipped } = stats;
  const all = suites.flatMap(withInner);
  const testsOf = ({ specs }: PlaywrightSuite) => specs.flatMap(({ tests }) => tests);
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    again: flaky,
    files: all
      .map((suite) => ({
        name: `e2e/${suite.file}`,
        seconds:
          testsOf(suite)
            .flatMap(({ results }) => results)
            .reduce((sum, { duration }) => sum + duration, 0) / 1000,
      }))
      .filter(({ seconds }) => seconds > 0),
    promises: added(
      all
        .flatMap(testsOf)
        .flatMap(({ annotations }) => annotations)
        .filter(({ type }) => type === 'promises')
        .map(({ description = '{}' }) => JSON.parse(description) as Record<string, number>),
    ),
  };
}

const withInner = (suite: PlaywrightSuite): PlaywrightSuite[] => [
  suite,
  ...(suite.suites ?? []).flatMap(withInner),
];

/** The sums of counts by name. */
export function added(counts: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of counts)
    for (const [name, count] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** `12 passed, 0 failed`, with the skipped tests and those passed at the second try, if any. */
export function summaryOf(all: readonly Results[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped' | 'again') =>
    all.reduce((total, results) => total + results[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const again = sum('again') > 0 ? `, ${sum('again')} at the second try` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}${again}`;
}
