import { recordRun } from './job-state.ts';
import type { Job, JobDeps } from './jobs.ts';

/** The runs of background jobs in this process that have not ended. */
export function createJobWatch() {
  const runs = new Map<string, number>();
  const count = (name: string, change: number) => {
    const left = (runs.get(name) ?? 0) + change;
    if (left > 0) runs.set(name, left);
    else runs.delete(name);
  };
  return {
    began: (name: string): void => count(name, 1),
    ended: (name: string): void => count(name, -1),
    running: (): string[] => [...runs.keys()].toSorted(),
  };
}
export type JobWatch = ReturnType<typeof createJobWatch>;

/** Runs a job once. A failure is recorded, logged and passed on, so that pg-boss can repeat the run. */
export async function runJob(
  { db, now, log, metrics, watch }: Pick<JobDeps, 'db' | 'now' | 'log' | 'metrics' | 'watch'>,
  job: Job<string>,
): Promise<void> {
  const startedAt = now();
  const startedMs = performance.now();
  let failure: unknown;
  watch?.began(job.name);
  try {
    await job.run();
  } catch (error) {
    failure = error;
    log.error({ err: error, job: job.name }, 'a background job failed');
  }
  watch?.ended(job.name);
  const durationMs = performance.now() - startedMs;
  metrics.ran(job.name, durationMs, failure === undefined);
  await recordRun(db, job.name, { startedAt, endedAt: now(), durationMs, failure });
  if (failure !== undefined) throw failure;
}
