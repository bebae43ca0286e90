import type { BoardFigures, StartTotals, StatisticsTotals } from '@sweepline/contract';

const nothingKnown = {
  cleanedM2: 0,
  coverage: 0,
  workedS: 0,
  m2PerHour: 0,
  distanceM: 0,
  waterL: 0,
  energyWh: 0,
};

/** Totals of reports that only measured an area. */
export const aTotals = (reports: number, cleanedM2: number | null): StatisticsTotals => ({
  reports,
  succeeded: reports,
  partial: 0,
  failed: 0,
  leftOut: 0,
  cleanedM2,
  coverage: null,
  workedS: null,
  cleaningS: null,
  m2PerHour: null,
  distanceM: null,
  waterL: null,
  energyWh: null,
  known: { ...nothingKnown, cleanedM2: cleanedM2 === null ? 0 : reports },
});

export const aStarts = (done: number, missed: number): StartTotals => ({
  due: done + missed,
  done,
  partial: 0,
  failed: 0,
  missed,
  open: 0,
  rate: done + missed === 0 ? null : done / (done + missed),
});

/** Figures of the data board with an area and nothing else. */
export const aBoard = (reports: number, cleanedM2: number | null): BoardFigures => ({
  totals: aTotals(reports, cleanedM2),
  starts: aStarts(0, 0),
  online: { onlineS: 0, sleepS: 0, boundS: 0, rate: null },
  alarms: 0,
  assists: 0,
});
