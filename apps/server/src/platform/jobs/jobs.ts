import type { BackgroundJobName } from '@sweepline/contract';
import type { PgBoss } from 'pg-boss';
import { appRole } from '../db/columns.ts';
import type { Db } from '../db/db.ts';
import { createLocalChannel, type Bus } from '../socket/bus.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from 'pino';
import { jobSchema } from './job-install.ts';
import type { JobMetrics } from './job-metrics.ts';
import { runJob, type JobWatch } from './job-run.ts';
import { registerJobs } from './job-state.ts';

export interface Job<Name extends string = BackgroundJobName> {
  name: Name;
  /** The installation runs the job once in each span of this length, at its beginning. */
  everySeconds: number;
  /**
   * Whether a run may begin while an earlier one has not ended, as after the death of a process. Only for work that takes row locks; any
   * other job waits until the earlier run has ended or expired.
   */
  mayOverlap?: boolean;
  run: () => Promise<unknown>;
}

/** The bus channel that asks for a run of a job at once: `{ name }`. */
export const runJobNow = createLocalChannel<{ name: string }>('backgroundJob.runNow');

export interface JobDeps {
  db: Db;
  bus: Bus;
  databaseUrl: string;
  now: Clock;
  log: Pick<Logger, 'error'>;
  metrics: JobMetrics;
  /** Hears which jobs run. */
  watch?: JobWatch;
  /** False on a server that runs no jobs: it only passes requests for a run on to those that do. */
  works?: boolean;
}

export interface RunningJobs {
  /** Lets running jobs end, and starts none. */
  stop: () => Promise<void>;
}

/** A job of a process that died is given up after this; sweeps of large tables end far below. */
const expireInSeconds = 300;
const maxTickMs = 30_000;
const stopTimeoutMs = 10_000;

/**
 * Runs background jobs on pg-boss: each once per span for the whole installation, however many processes there are. A failed run is
 * repeated in the next span, and within the span when that is long. Every run is recorded in `background_jobs` and `/metrics`.
 */
export async function startJobs(deps: JobDeps, jobs: readonly Job<string>[]): Promise<RunningJobs> {
  const { log, works = true } = deps;
  // Loaded when calls are answered already: it is a twentieth of what a start loads.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: deps.databaseUrl,
    application_name: 'sweepline jobs',
    options: `-c role=${appRole.name}`,
    schema: jobSchema,
    max: 2,
    // A new job wakes the workers; polling is only the reserve.
    useListenNotify: true,
    migrate: false,
    schedule: false,
    // The server's role owns no index.
    reindex: false,
    supervise: works,
    superviseIntervalSeconds: 30,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  if (works) await registerJobs(deps.db, jobs);
  await boss.start();
  const planFailed = (error: unknown, { name }: Job<string>) =>
    log.error({ err: error, job: name }, 'a job could not be planned');
  const timers: NodeJS.Timeout[] = [];
  for (const job of works ? jobs : []) {
    await createQueue(boss, job);
    await boss.work(job.name, { pollingIntervalSeconds: pollingSeconds(job) }, () => runJob(deps, job));
    const request = () =>
      void boss
        .send(job.name, null, { singletonSeconds: job.everySeconds })
        .catch((error: unknown) => planFailed(error, job));
    request();
    timers.push(setInterval(request, Math.min(maxTickMs, job.everySeconds * 1_000)));
  }
  const unsubscribe = deps.bus.subscribe(runJobNow, ({ content }) => {
    const job = jobs.find(({ name }) => name === content.name);
    if (job) void boss.send(job.name, null).catch((error: unknown) => planFailed(error, job));
  });
  return {
    stop: async () => {
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
    },
  };
}

const pollingSeconds = ({ everySeconds }: Job<string>) => Math.min(2, Math.max(0.5, everySeconds / 2));

async function createQueue(
  boss: PgBoss,
  { name, everySeconds, mayOverlap = false }: Job<string>,
): Promise<void> {
  const retries =
    everySeconds >= 3_600 ? { retryLimit: 3, retryDelay: 60, retryBackoff: true } : { retryLimit: 0 };
  const options = {
    ...retries,
    expireInSeconds,
    // The row of a run keeps its span taken, so it has to outlive the span.
    deleteAfterSeconds: Math.max(60, 2 * everySeconds),
    retentionSeconds: Math.max(60, everySeconds),
  };
  await boss.createQueue(name, { ...options, notify: true, policy: mayOverlap ? 'standard' : 'singleton' });
  await boss.updateQueue(name, options);
}
