import { maxExportMs } from '@sweepline/contract';
import { coverageFromPasses } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { addDays, dayEnd, dayStart } from '../../kit/format/days.ts';
import { changeOf, countRuns, lastExportDay, medianOf } from './report-rules.ts';

test('the longest export from any day of a year is accepted by the server, and a day more is not', () => {
  for (let n = 0; n < 366; n += 1) {
    const from = addDays('2030-01-01', n);
    const spanTo = (day: string) => Date.parse(dayEnd(day)) - Date.parse(dayStart(from));
    expect(spanTo(lastExportDay(from)), from).toBeLessThanOrEqual(maxExportMs);
    expect(spanTo(addDays(lastExportDay(from), 1)), from).toBeGreaterThan(maxExportMs);
  }
});

test('a change is a share of the earlier value, and null when the earlier value is zero or either is unknown', () => {
  expect(changeOf(150, 100)).toBe(0.5);
  expect(changeOf(0, 100)).toBe(-1);
  expect([changeOf(5, 0), changeOf(null, 3), changeOf(3, null)]).toEqual([null, null, null]);
});

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
