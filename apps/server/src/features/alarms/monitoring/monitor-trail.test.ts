import type { HistorySample, MonitorTrailStep } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { trailOf } from './monitor-trail.ts';

const sample = (t: number, mapId: string | null = 'a'): HistorySample => ({
  at: new Date(t).toISOString(),
  soc: 50,
  mapId,
  x: t,
  y: 0,
});
const step = (t: number): MonitorTrailStep => [t, 1, 2, 0.5, 1];

test('the path of a run replaces the samples of its time', () => {
  const trail = trailOf(
    [10, 20, 30, 40].map((t) => sample(t)),
    [{ mapId: 'a', steps: [15, 25, 35].map(step) }],
    0,
  );
  expect(trail).toEqual([
    { mapId: 'a', steps: [[10, 10, 0, null, 0], step(15), step(25), step(35), [40, 40, 0, null, 0]] },
  ]);
});

test('a change of the map begins a new part, also when the robot comes back', () => {
  const trail = trailOf([sample(1), sample(2, 'b'), sample(3), sample(4, null)], [], 0);
  expect(trail.map(({ mapId, steps }) => [mapId, steps.map(([t]) => t)])).toEqual([
    ['a', [1]],
    ['b', [2]],
    ['a', [3]],
  ]);
});

test('times are from the start of the period, and unknown positions are left out', () => {
  expect(trailOf([{ ...sample(70), x: null }, sample(90)], [{ mapId: null, steps: [step(1)] }], 50)).toEqual([
    { mapId: 'a', steps: [[40, 90, 0, null, 0]] },
  ]);
});
