import { onPlan } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { frameOf, ownAlignment } from './floor-frame.ts';

const ground = { file: 'g', width: 200, height: 100, resolution: 0.05, originX: -1, originY: -2 };
const map = { id: 'm', name: 'M', ground, pairs: [] };
const plan = { file: 'p', width: 1000, height: 800 };

test('without a plan a map is drawn as its own picture with the origin at the lower left', () => {
  expect(onPlan(ownAlignment(map), { x: -1, y: -2 })).toEqual({ x: 0, y: 100 });
  const corner = onPlan(ownAlignment(map), { x: 9, y: 3 });
  expect([corner.x, corner.y].map((n) => Math.round(n))).toEqual([200, 0]);
  expect(frameOf({ plan: null, maps: [map] })).toMatchObject({ file: 'g', width: 200 });
});

test('on a plan only aligned maps have an alignment', () => {
  const pairs = [
    { map: { x: 0, y: 0 }, plan: { x: 100, y: 700 } },
    { map: { x: 10, y: 0 }, plan: { x: 600, y: 700 } },
  ];
  const frame = frameOf({ plan, maps: [map, { ...map, id: 'n', pairs }] });
  expect([...(frame?.alignments.keys() ?? [])]).toEqual(['n']);
  expect(frame?.alignments.get('n')?.scale).toBeCloseTo(50);
});

test('a floor with neither plan nor map has no frame', () => {
  expect(frameOf({ plan: null, maps: [] })).toBeUndefined();
});
