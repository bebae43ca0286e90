import type { Clock } from '../runtime/clock.ts';

/** Smaller differences are left: following them would make the time jump at every comparison. */
const toleranceMs = 2_000;

/**
 * The clock of a server among others: that of its machine, corrected where it differs from the database's. Otherwise a server with a
 * wrong clock starts plans at the wrong time, and robots refuse its commands.
 */
export function createClusterClock(machine: Clock, onCorrection: (correctionMs: number) => void = () => {}) {
  let correctionMs = 0;
  return {
    now: (): Date => new Date(machine().getTime() + correctionMs),
    /** The database answered just now that it is `databaseMs`, to a question of `elapsedMs` ago. */
    compare: (databaseMs: number, elapsedMs: number): void => {
      const differenceMs = databaseMs - (machine().getTime() - elapsedMs / 2);
      const uncertainMs = toleranceMs + elapsedMs / 2;
      if (Math.abs(differenceMs - correctionMs) <= uncertainMs) return;
      correctionMs = Math.abs(differenceMs) <= uncertainMs ? 0 : Math.round(differenceMs);
      onCorrection(correctionMs);
    },
  };
}
export type ClusterClock = ReturnType<typeof createClusterClock>;
