import { createGrid, noValue, tileRaster, type Tiles } from '@sweepline/map-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { square } from '../../../test-kit/builders/builders.ts';
import { addRun, agesAt, emptyRunLayers, type LayerRun } from './map-layer-rules.ts';

/** Small, so that many runs on it are quickly painted. */
const hall = createGrid({ width: 60, height: 50, resolution: 0.1, originX: -1, originY: -1 }, 254);
const tiles = tileRaster(hall, 10_000);
const place = fc.record({
  x: fc.double({ min: -3, max: 8, noNaN: true }),
  y: fc.double({ min: -3, max: 8, noNaN: true }),
  cleaning: fc.boolean(),
});
const someRun: fc.Arbitrary<LayerRun> = fc.record({
  way: fc.array(place, { maxLength: 8 }),
  toolWidthM: fc.double({ min: 0.2, max: 1.2, noNaN: true }),
  areas: fc.constantFrom([], [square(1, 1).points], [square(1, 1).points, square(3, 2).points]),
  endedAt: fc.integer({ min: 0, max: 2_000 }).map((hours) => new Date(hours * 3_600_000 + 1).toISOString()),
});
const layersOf = (runs: readonly LayerRun[]) => {
  const layers = emptyRunLayers(tiles);
  for (const run of runs) addRun(layers, run, hall);
  return layers;
};
const known = ({ values }: Tiles) => Array.from(values, (value) => (value === noValue ? 0 : value));

test('a layer of many runs is the sum of the layers of each, and its ages are those of the latest', () => {
  fc.assert(
    fc.property(fc.array(someRun, { maxLength: 4 }), (runs) => {
      const all = layersOf(runs);
      const single = runs.map((run) => layersOf([run]));
      for (const layer of ['passes', 'missed'] as const) {
        const each = single.map((one) => known(one[layer]));
        const sum = known(all[layer]).map((_, tile) =>
          each.reduce((total, values) => total + values[tile]!, 0),
        );
        expect(known(all[layer])).toEqual(sum);
      }
      const latest = Array.from(all.cleanedAt, (_, tile) =>
        Math.max(0, ...single.map((one) => one.cleanedAt[tile]!)),
      );
      expect(Array.from(all.cleanedAt)).toEqual(latest);
    }),
    { numRuns: 15 },
  );
});

test('a run that left no path changes nothing, whatever it was to clean and in whatever order it comes', () => {
  fc.assert(
    fc.property(fc.array(someRun, { maxLength: 4 }), someRun, fc.nat(4), (runs, run, at) => {
      const pathless = { ...run, way: run.way.map((point) => ({ ...point, cleaning: false })) };
      expect(layersOf(runs.toSpliced(at, 0, pathless))).toEqual(layersOf(runs));
    }),
    { numRuns: 15 },
  );
});

test('a stretch that is not over yet ages floor until now, never until its end', () => {
  const layers = layersOf([
    {
      way: [{ x: 1, y: 1, cleaning: true }],
      toolWidthM: 0.5,
      areas: [],
      endedAt: '2029-12-02T00:00:00.000Z',
    },
  ]);
  const ages = agesAt(layers, Date.parse('2029-12-01T00:00:00.000Z'), [], hall);
  expect(known(ages).filter((value) => value > 0)).toEqual([]);
  expect(ages.values.filter((value) => value === 0).length).toBeGreaterThan(0);
});
