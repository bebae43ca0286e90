import { expect, test } from 'vitest';
import { canPause, canResume, canStop } from './run-rules.ts';

test('only a working run can be paused, only a paused one resumed, and a complete run cannot be stopped', () => {
  expect((['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'] as const).map(canPause)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect((['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'] as const).map(canResume)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect((['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE', 'SUCCESS'] as const).map(canStop)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
