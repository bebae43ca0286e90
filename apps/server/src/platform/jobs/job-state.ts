import { and, eq, notInArray, sql } from 'drizzle-orm';
import { storableText } from '@sweepline/contract';
import { inScope, type Db } from '../db/db.ts';
import { backgroundJobs } from './job-table.ts';

const maxFailureLength = 500;

/** The state of a job that no server runs any more goes after this. A job that this program does not know may be one of a newer server. */
const abandonedFor = '30 days';

/** Enters the jobs of this program. */
export const registerJobs = (
  db: Db,
  jobs: readonly { name: string; everySeconds: number }[],
): Promise<void> =>
  inScope(db, '*', async (tx) => {
    if (jobs.length > 0)
      await tx
        .insert(backgroundJobs)
        .values(jobs.map(({ name, everySeconds }) => ({ name, everySeconds })))
        .onConflictDoUpdate({
          target: backgroundJobs.name,
          set: { everySeconds: sql`excluded.every_seconds` },
        });
    await tx.delete(backgroundJobs).where(
      and(
        notInArray(
          backgroundJobs.name,
          jobs.map(({ name }) => name),
        ),
        sql`${backgroundJobs.lastEndedAt} < clock_timestamp() - ${abandonedFor}::interval`,
      ),
    );
  });

interface Run {
  startedAt: Date;
  endedAt: Date;
  durationMs: number;
  /** Undefined when the run succeeded. */
  failure: unknown;
}

/** Stores the outcome of a run. */
export async function recordRun(
  db: Db,
  name: string,
  { startedAt, endedAt, durationMs, failure }: Run,
): Promise<void> {
  const ended = {
    lastStartedAt: startedAt.toISOString(),
    lastEndedAt: endedAt.toISOString(),
    lastDurationMs: Math.round(durationMs),
  };
  const outcome =
    failure === undefined
      ? { failuresInRow: 0 }
      : {
          lastFailedAt: endedAt.toISOString(),
          lastFailure: storableText(messageOf(failure), maxFailureLength),
          failuresInRow: sql`${backgroundJobs.failuresInRow} + 1`,
        };
  await inScope(db, '*', (tx) =>
    tx
      .update(backgroundJobs)
      .set({ ...ended, ...outcome })
      .where(eq(backgroundJobs.name, name)),
  );
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure));
