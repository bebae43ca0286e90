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
