import { bigint, integer } from 'drizzle-orm/pg-core';

const whole = () => bigint({ mode: 'number' }).notNull();
const count = () => integer().notNull();

/**
 * What is added up. Whole numbers in small units, so that a sum is the same in whichever order its parts came. `…Known` counts the
 * reports that said it: what a robot did not measure is left out of the sum and can be told.
 */
export const figureColumns = {
  reports: count(),
  succeeded: count(),
  partial: count(),
  failed: count(),
  /** Reports that cannot be true (end before start, more cleaned than there was): kept, and in none of the sums below. */
  leftOut: count(),
  cleanedCm2: whole(),
  cleanedKnown: count(),
  /** Cleaned and planned of the reports that said both: what coverage is made of. */
  coveredCm2: whole(),
  plannedCm2: whole(),
  coverageKnown: count(),
  workedMs: whole(),
  workedKnown: count(),
  /** Cleaned area and cleaning time of the reports that said both: what the rate is made of. */
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
