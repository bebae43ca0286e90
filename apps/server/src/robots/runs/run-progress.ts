import { runs, type RunRow } from '../../entities/work/run-table.ts';
import { bulkUpdate } from '../../platform/db/bulk.ts';

/** The columns that change with every progress message; all others change a few times in a run. */
const columns = ['areaIndex', 'areaCount', 'plannedM2', 'cleanedM2', 'coverage', 'etaS', 'taskSeq'] as const;
const progress = new Set<string>(columns);

/** The columns that must match on a write: a run of another device or company stays unchanged. */
export const runOwner = ['deviceId', 'companyId'] as const;

/** Writes only the progress of a row, and only forwards. */
export const updateProgress = bulkUpdate(runs, columns, runOwner);

/**
 * Tracks which rows differ from the database only in progress. All others must be written whole. A progress write raises
 * the stored revision, so an earlier whole write that comes later would be skipped.
 */
export function createProgressTracker() {
  /** By run: the last revision surely stored, and the last one that changed more than progress. */
  const trackedRuns = new WeakMap<{ row: RunRow }, { stored: number; wholeRevision: number }>();
  const trackedRun = (run: { row: RunRow }) => {
    const tracked = trackedRuns.get(run) ?? { stored: -1, wholeRevision: run.row.revision };
    trackedRuns.set(run, tracked);
    return tracked;
  };

  return {
    /** The row now differs from `before` by `patch`. */
    changed(run: { row: RunRow }, before: RunRow, patch: Partial<RunRow>): void {
      const tracked = trackedRun(run);
      // Every key of a patch is a column of the row.
      const keys = Object.keys(patch) as (keyof RunRow)[];
      if (keys.some((key) => patch[key] !== before[key] && !progress.has(key)))
        tracked.wholeRevision = run.row.revision;
    },
    /** This row was committed. */
    stored(run: { row: RunRow }, { revision }: RunRow): void {
      const tracked = trackedRun(run);
      tracked.stored = Math.max(tracked.stored, revision);
    },
    /** Whether this row, or a newer one of the run, is surely in the database. */
    isStored(run: { row: RunRow }, { revision }: RunRow): boolean {
      return trackedRun(run).stored >= revision;
    },
    lacksOnlyProgress(run: { row: RunRow }): boolean {
      const { stored, wholeRevision } = trackedRun(run);
      return stored >= wholeRevision;
    },
  };
}
