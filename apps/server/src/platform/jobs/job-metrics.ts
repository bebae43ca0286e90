import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** Figures of background jobs that ran in this process. */
export function createJobMetrics() {
  const registry = new Registry();
  const seconds = new Histogram({
    name: 'sweepline_job_seconds',
    help: 'Duration of runs of background jobs.',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'sweepline_job_failures_total',
    help: 'Runs of background jobs that failed.',
    labelNames: ['job'],
    registers: [registry],
  });
  const lastSuccess = new Gauge({
    name: 'sweepline_job_last_success_timestamp_seconds',
    help: 'End of the last successful run of a background job, as Unix time.',
    labelNames: ['job'],
    registers: [registry],
  });
  return {
    registry,
    ran: (job: string, durationMs: number, isSuccess: boolean): void => {
      seconds.observe({ job }, durationMs / 1_000);
      if (isSuccess) lastSuccess.set({ job }, Date.now() / 1_000);
      else failures.inc({ job });
    },
  };
}
export type JobMetrics = ReturnType<typeof createJobMetrics>;
