import { expect, test } from 'vitest';
import { canPause, canResume, canStop } from './run-rules.ts';

test('only a working run can be paused, only a paused one resumed, and a complete run cannot be stopped', () => {
  expect(
    (['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'] as const).map((state) => canPause({ state })),
  ).toEqual([false, true, false, false]);
  expect(
    (['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'] as const).map((state) => canResume({ state })),
  ).toEqual([false, false, true, false]);
  expect((['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE', 'SUCCESS'] as const).map(canStop)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('a run of a robot that cannot pause is neither paused nor resumed', () => {
  expect(canPause({ state: 'IN_PROGRESS', can: ['SKIP'] })).toBe(false);
  expect(canResume({ state: 'PAUSED', can: [] })).toBe(false);
});
