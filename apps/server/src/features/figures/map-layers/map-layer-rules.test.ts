import { createGrid, noValue, tileRaster, type Tiles } from '@sweepline/map-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { square } from '../../../test-kit/square.ts';
import { addRun, agesAt, emptyRunLayers, type LayerRun } from './map-layer-rules.ts';

/** A small floor, so that many runs are painted in a short time. */
const hall = createGrid({ width: 60, height: 50, resolution: 0.1, originX: -1, originY: -1 }, 254);
const tiles = tileRaster(hall, 10_000);
const place = fc.record({
  x: fc.double({ min: -3, max: 8, noNaN: true }),
  y: fc.double({ min: -3, max: 8, noNaN: true }),
  cleaning: fc.boolean(),
});
const someRun: fc.Arbitrary<LayerRun> = fc.record({
  path: fc.array(place, { maxLength: 8 }),
  tool: fc.record({
    toolWidthM: fc.double({ min: 0.2, max: 1.2, noNaN: true }),
    toolOffsetM: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  }),
  areas: fc.constantFrom([], [square(1, 1).points], [square(1, 1).points, square(3, 2).points]),
  endedAt: fc.integer({ min: 0, max: 2_000 }).map((hours) => new Date(hours * 3_600_000 + 1).toISOString()),
});
const layersOf = (runs: readonly LayerRun[]) => {
  const layers = emptyRunLayers(tiles);
  for (const run of runs) addRun(layers, run, hall);
  return layers;
};
const valuesOf = ({ values }: Tiles) => Array.from(values, (value) => (value === noValue ? 0 : value));

test('a layer of several runs is the sum of their layers, and its ages are those of the latest run', () => {
  fc.assert(
    fc.property(fc.array(someRun, { maxLength: 4 }), (runs) => {
      const all = layersOf(runs);
      const single = runs.map((run) => layersOf([run]));
      for (const layer of ['passes', 'missed'] as const) {
        const each = single.map((layers) => valuesOf(layers[layer]));
        const sum = valuesOf(all[layer]).map((_, tile) =>
          each.reduce((total, values) => total + values[tile]!, 0),
        );
        expect(valuesOf(all[layer])).toEqual(sum);
      }
      const latest = Array.from(all.cleanedAt, (_, tile) =>
        Math.max(0, ...single.map(({ cleanedAt }) => cleanedAt[tile]!)),
      );
      expect(Array.from(all.cleanedAt)).toEqual(latest);
    }),
    { numRuns: 15 },
  );
});

test('a run without a path changes no layer, at any place in the order of runs', () => {
  fc.assert(
    fc.property(fc.array(someRun, { maxLength: 4 }), someRun, fc.nat(4), (runs, run, at) => {
      const pathless = { ...run, path: run.path.map((point) => ({ ...point, cleaning: false })) };
      expect(layersOf(runs.toSpliced(at, 0, pathless))).toEqual(layersOf(runs));
    }),
    { numRuns: 15 },
  );
});

test('an age is never negative when the run ends after the moment', () => {
  const layers = layersOf([
    {
      path: [
        { x: 1, y: 1, cleaning: true },
        { x: 2, y: 1, cleaning: true },
      ],
      tool: { toolWidthM: 0.5 },
      areas: [],
      endedAt: '2029-12-02T00:00:00.000Z',
    },
  ]);
  const ages = agesAt(layers, Date.parse('2029-12-01T00:00:00.000Z'), [], hall);
  expect(valuesOf(ages).filter((value) => value > 0)).toEqual([]);
  expect(ages.values.filter((value) => value === 0).length).toBeGreaterThan(0);
});
