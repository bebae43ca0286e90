import type { ReportRow } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { pageFigures, rangeFault } from './report-rules.ts';

const unknown: ReportRow['totals'] = {
  plannedM2: null,
  cleanedM2: null,
  uncleanedM2: null,
  coverage: null,
  seconds: null,
  cleaningSeconds: null,
  m2PerHour: null,
  distanceM: null,
  waterL: null,
  dirtyWaterL: null,
  energyWh: null,
  socStart: null,
  socEnd: null,
  charges: null,
  replenishes: null,
  mopWashes: null,
};

test('the coverage of a page is weighed by area, and a report that does not know is left out', () => {
  const figures = pageFigures([
    { ...unknown, plannedM2: 900, cleanedM2: 900, cleaningSeconds: 3600 },
    { ...unknown, plannedM2: 100, cleanedM2: 0, cleaningSeconds: 400 },
    { ...unknown, cleanedM2: 50 },
  ]);
  expect(figures.cleanedM2).toBe(950);
  expect(figures.coverage).toBeCloseTo(0.9, 9);
  expect(figures.m2PerHour).toBeCloseTo((900 / 4000) * 3600, 6);
});

test('what no report knows is not known, and nothing is divided by nothing', () => {
  expect(pageFigures([unknown])).toEqual({
    cleanedM2: null,
    coverage: null,
    cleaningSeconds: null,
    m2PerHour: null,
  });
  expect(pageFigures([{ ...unknown, plannedM2: 0, cleanedM2: 0 }]).coverage).toBeNull();
});

test.each([
  ['', '2030-01-31', 'missing'],
  ['2030-02-01', '2030-01-31', 'backwards'],
  ['2030-01-15', '2030-02-15', null],
  ['2030-01-15', '2030-02-16', 'tooLong'],
  ['2030-01-31', '2030-02-28', null],
  ['2030-01-31', '2030-03-01', 'tooLong'],
  ['2030-01-31', '2030-01-31', null],
])('an export from %s to %s: %s', (from, to, fault) => {
  expect(rangeFault(from, to)).toBe(fault);
});
