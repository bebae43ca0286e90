import { recordRun } from './job-state.ts';
import type { Job, JobDeps } from './jobs.ts';

/** Runs a job once. A failure is recorded, logged and passed on, so that pg-boss can repeat the run. */
export async function runJob(
  { db, now, log, metrics }: Pick<JobDeps, 'db' | 'now' | 'log' | 'metrics'>,
  job: Job<string>,
): Promise<void> {
  const startedAt = now();
  const startedMs = performance.now();
  let failure: unknown;
  try {
    await job.run();
  } catch (error) {
    failure = error;
    log.error({ err: error, job: job.name }, 'a background job failed');
  }
  const durationMs = performance.now() - startedMs;
  metrics.ran(job.name, durationMs, failure === undefined);
  await recordRun(db, job.name, { startedAt, endedAt: now(), durationMs, failure });
  if (failure !== undefined) throw failure;
}
