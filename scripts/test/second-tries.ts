import { appendFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * A reporter of the tests that failed once and then passed. Such a test is a fault to mend: it depends on the speed of
 * the machine. The names also go into `file`, a line each.
 */
export function reportSecondTries(file?: string): Reporter {
  const names: string[] = [];
  return {
    onTestCaseResult: (test) => {
      if (!test.diagnostic()?.flaky) return;
      const [reason] = test.result().errors?.[0]?.message.split('\n') ?? [];
      names.push(`${test.module.relativeModuleId} > ${test.fullName}: ${reason ?? ''}`);
    },
    onTestRunEnd: () => {
      const lines = names.splice(0).map((name) => `${name}\n`);
      if (lines.length === 0) return;
      process.stdout.write(`\nPassed at the second try:\n${lines.join('')}`);
      if (file) appendFileSync(file, lines.join(''));
    },
  };
}
