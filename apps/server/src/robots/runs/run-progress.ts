import { runs, type RunRow } from '../../features/tasks/run-table.ts';
import { bulkUpdate } from '../../platform/db/bulk.ts';

/** What moves with every word of a robot; everything else changes a few times in a run. */
const columns = ['areaIndex', 'areaCount', 'plannedM2', 'cleanedM2', 'coverage', 'etaS', 'taskSeq'] as const;
const progress = new Set<string>(columns);

/** What a row must have in common with what is written to it: a run of another device or company is left as it is. */
export const runOwner = ['deviceId', 'companyId'] as const;

/** Writes no more of a row than its progress, only forwards. */
export const updateProgress = bulkUpdate(runs, columns, runOwner);

/**
 * Knows which rows lack nothing but progress in the database. Any other must be written whole: the revision of a small write
 * would hide a whole one that comes late, and what that one brings would be left out for ever.
 */
export function createProgressTracker() {
  /** The revision that is certainly stored, and the one at which more than progress changed; by run. */
  const trackedRuns = new WeakMap<{ row: RunRow }, { stored: number; wholeRevision: number }>();
  const trackedRun = (run: { row: RunRow }) => {
    const tracked = trackedRuns.get(run) ?? { stored: -1, wholeRevision: run.row.revision };
    trackedRuns.set(run, tracked);
    return tracked;
  };

  return {
    /** The row is `patch` further than `before`. */
    changed(run: { row: RunRow }, before: RunRow, patch: Partial<RunRow>): void {
      const tracked = trackedRun(run);
      // Every key of a patch is one of the row's columns.
      const keys = Object.keys(patch) as (keyof RunRow)[];
      if (keys.some((key) => patch[key] !== before[key] && !progress.has(key)))
        tracked.wholeRevision = run.row.revision;
    },
    /** This row was committed. */
    stored(run: { row: RunRow }, { revision }: RunRow): void {
      const tracked = trackedRun(run);
      tracked.stored = Math.max(tracked.stored, revision);
    },
    /** Whether this row, or a newer one of the run, is certainly in the database. */
    isStored(run: { row: RunRow }, { revision }: RunRow): boolean {
      return trackedRun(run).stored >= revision;
    },
    lacksOnlyProgress(run: { row: RunRow }): boolean {
      const { stored, wholeRevision } = trackedRun(run);
      return stored >= wholeRevision;
    },
  };
}
