import { expect, test } from 'vitest';
import { splitOf, type SplitImage } from './split-rules.ts';

const image = (n: number, over: Partial<SplitImage> = {}): SplitImage => ({
  id: `i${n}`,
  siteId: 's1',
  deviceId: 'd1',
  runId: `r${n % 10}`,
  takenAt: '2026-11-30T10:00:00.000Z',
  ...over,
});
const images = (sites: number) =>
  Array.from({ length: 100 }, (_, n) => image(n, { siteId: `s${n % sites}` }));
const partsBy = (key: (it: SplitImage) => string, list: readonly SplitImage[], seed: number) => {
  const parts = splitOf(list, seed);
  return [...Map.groupBy(list, key).values()].map(
    (group) => new Set(group.map(({ id }) => parts.get(id))).size,
  );
};

test('images of one run are in one part, and the same seed gives the same parts', () => {
  const list = images(1);
  for (const seed of [1, 2, 3]) expect(partsBy(({ runId }) => runId!, list, seed)).toEqual(Array(10).fill(1));
  const partsOf = (from: readonly SplitImage[], seed: number) => Object.fromEntries(splitOf(from, seed));
  expect(partsOf(list, 7)).toEqual(partsOf(list.toReversed(), 7));
  expect(partsOf(list, 7)).not.toEqual(partsOf(list, 8));
});

test('with three sites or more a site is in one part', () => {
  for (const seed of [1, 2, 3])
    expect(partsBy(({ siteId }) => siteId, images(5), seed)).toEqual(Array(5).fill(1));
});

test('every part has images where there are enough groups, and a single run is for training', () => {
  expect(new Set(splitOf(images(1), 1).values())).toEqual(new Set(['TEST', 'VALIDATION', 'TRAIN']));
  expect(new Set(splitOf([image(1), image(1, { id: 'i2' })], 1).values())).toEqual(new Set(['TRAIN']));
});
