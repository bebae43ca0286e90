import type { TrailPoint } from '@sweepline/contract';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { runPaths } from '../../../entities/work/run-path-table.ts';

/** The path of a run from the telemetry stream, oldest point first. */
export async function readRunPath(db: Tx, runId: string): Promise<TrailPoint[]> {
  const pieces = await db
    .select({ points: runPaths.points })
    .from(runPaths)
    .where(eq(runPaths.runId, runId))
    .orderBy(asc(runPaths.seq));
  return pieces.flatMap(({ points }) => points);
}
