import { expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { readinessOf, type Readiness } from './readiness-rules.ts';

type Live = NonNullable<Parameters<typeof aDevice>[0]>['live'];
const jammed = { code: '20110', forbids: ['CLEANING' as const] };

test.each<[Live, Readiness]>([
  [{}, 'READY'],
  [{ mode: 'CHARGING', charging: true }, 'CHARGING'],
  [{ faults: [jammed] }, 'FAULT_CLEANING'],
  // A robot that drives home is at work, whatever it may not begin.
  [{ faults: [jammed], runId: 'r', mode: 'NAVIGATION' }, 'RUN_ACTIVE'],
  [{ relocating: true }, 'RELOCATING'],
])('%o is %s', (live, readiness) => {
  expect(readinessOf(aDevice({ live }))).toBe(readiness);
});
