import type { StatisticsTotals } from '@sweepline/contract';
import { coverageShare, efficiencyM2PerHour } from '@sweepline/map-core';
import { bigint, integer } from 'drizzle-orm/pg-core';

const whole = () => bigint({ mode: 'number' }).notNull();
const count = () => integer().notNull();

/**
 * The summed figures. They are whole numbers in small units, so that a sum does not depend on the order of its parts. `…Known`
 * counts the reports with the figure: an unmeasured figure is not part of the sum.
 */
export const figureColumns = {
  reports: count(),
  succeeded: count(),
  partial: count(),
  failed: count(),
  /** Implausible reports (end before start, more cleaned than planned). They are stored and not part of the sums below. */
  leftOut: count(),
  cleanedCm2: whole(),
  cleanedKnown: count(),
  /** Cleaned area and planned − no-go area of the reports with both: the basis of the coverage. */
  coveredCm2: whole(),
  plannedCm2: whole(),
  coverageKnown: count(),
  workedMs: whole(),
  workedKnown: count(),
  /** Cleaned area and cleaning time of the reports with both: the basis of the efficiency. */
  ratedCm2: whole(),
  cleaningMs: whole(),
  cleaningKnown: count(),
  distanceMm: whole(),
  distanceKnown: count(),
  waterMl: whole(),
  waterKnown: count(),
  energyMwh: whole(),
  energyKnown: count(),
};

type Column = keyof typeof figureColumns;
export type Sums = Record<Column, number>;

/** Names of the sums in code and in the database. */
export const columns: readonly { name: Column; stored: string }[] = (
  Object.keys(figureColumns) as Column[]
).map((name) => ({ name, stored: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }));

/** SQL for the sum of every figure. Whole numbers below 2⁵³ are exact as a double. */
export const sumsOf = columns
  .map(({ name, stored }) => `coalesce(sum(d.${stored}), 0)::float8 as "${name}"`)
  .join(', ');

/** The same with the names of the columns, as input of another sum. */
export const daySums = columns.map(({ stored }) => `sum(d.${stored}) as ${stored}`).join(', ');

const orNull = (value: number, count: number) => (count > 0 ? value : null);

/** Sums in the units of the contract. A figure without any report is null. */
export const totalsOf = (sums: Sums): StatisticsTotals => ({
  reports: sums.reports,
  succeeded: sums.succeeded,
  partial: sums.partial,
  failed: sums.failed,
  leftOut: sums.leftOut,
  cleanedM2: orNull(sums.cleanedCm2 / 1e4, sums.cleanedKnown),
  coverage: coverageShare(sums.coveredCm2, sums.plannedCm2),
  workedS: orNull(sums.workedMs / 1e3, sums.workedKnown),
  cleaningS: orNull(sums.cleaningMs / 1e3, sums.cleaningKnown),
  m2PerHour: efficiencyM2PerHour(sums.ratedCm2 / 1e4, sums.cleaningMs / 1e3),
  distanceM: orNull(sums.distanceMm / 1e3, sums.distanceKnown),
  waterL: orNull(sums.waterMl / 1e3, sums.waterKnown),
  energyWh: orNull(sums.energyMwh / 1e3, sums.energyKnown),
  known: {
    cleanedM2: sums.cleanedKnown,
    coverage: sums.coverageKnown,
    workedS: sums.workedKnown,
    m2PerHour: sums.cleaningKnown,
    distanceM: sums.distanceKnown,
    waterL: sums.waterKnown,
    energyWh: sums.energyKnown,
  },
});

/** The value of each ranking and the number of reports with that figure, as SQL. */
export const rankedBy = {
  reports: { value: 'sum(d.reports)', known: 'sum(d.reports)' },
  cleanedM2: { value: 'sum(d.cleaned_cm2)', known: 'sum(d.cleaned_known)' },
  coverage: {
    value: 'sum(d.covered_cm2)::float8 / nullif(sum(d.planned_cm2), 0)',
    known: 'sum(d.coverage_known)',
  },
  workedS: { value: 'sum(d.worked_ms)', known: 'sum(d.worked_known)' },
  m2PerHour: {
    value: 'sum(d.rated_cm2)::float8 / nullif(sum(d.cleaning_ms), 0)',
    known: 'sum(d.cleaning_known)',
  },
  distanceM: { value: 'sum(d.distance_mm)', known: 'sum(d.distance_known)' },
  waterL: { value: 'sum(d.water_ml)', known: 'sum(d.water_known)' },
  energyWh: { value: 'sum(d.energy_mwh)', known: 'sum(d.energy_known)' },
} as const;
