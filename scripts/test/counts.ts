import { existsSync, readFileSync } from 'node:fs';

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed tests that needed a second try. */
  again?: number;
};

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

/** Reads the report of vitest or Playwright. A failed run without a failed test counts as one failure. */
export function countsIn(reportFile: string, exitCode: number | null): Counts {
  const counts = read(reportFile);
  return { ...counts, failed: exitCode === 0 ? counts.failed : Math.max(1, counts.failed) };
}

/** The lines that the reporter of second tries wrote; it writes no file where there were none. */
export function secondTriesIn(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').length : 0;
}

function read(reportFile: string): Counts {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport | PlaywrightReport;
    if (!('stats' in report)) {
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests,
      };
    }
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped, again: flaky };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

/** `12 passed, 0 failed`, with the skipped tests and those passed at the second try, if any. */
export function summaryOf(all: Counts[]): string {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + (counts[key] ?? 0), 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const again = sum('again') > 0 ? `, ${sum('again')} at the second try` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}${again}`;
}
