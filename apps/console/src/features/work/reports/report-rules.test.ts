import { coverageFromPasses } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { countRuns, medianOf } from './report-rules.ts';

test('the median ignores unknown values', () => {
  expect(medianOf([3, null, 1, 100])).toBe(3);
  expect(medianOf([1, 2, null, 4, 100])).toBe(3);
  expect(medianOf([null])).toBeNull();
});

test('overlaid runs count for each cell the runs that cleaned it', () => {
  const raster = { width: 2, height: 1, resolution: 0.1, originX: 0, originY: 0 };
  const run = (...passes: number[]) => coverageFromPasses(raster, Uint8Array.from(passes));
  const elsewhere = coverageFromPasses({ ...raster, width: 1 }, Uint8Array.from([9]));
  expect([...countRuns([run(3, 0), run(1, 0), elsewhere, run(0, 200)])!.passes]).toEqual([2, 1]);
  expect(countRuns([])).toBeUndefined();
});
