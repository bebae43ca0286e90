import { afterEach, beforeAll, afterAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { inScope } from '../db/db.ts';
import { localBus } from '../socket/bus.ts';
import { createJobMetrics } from './job-metrics.ts';
import { backgroundJobs } from './job-table.ts';
import { runJobNow, startJobs, type Job, type RunningJobs } from './jobs.ts';

let database: TestDatabase;
let processes: RunningJobs[] = [];
const bus = localBus((fault) => void faults.push(fault));
const faults: unknown[] = [];
beforeAll(async () => {
  database = await makeDatabase();
});
beforeEach(async () => {
  faults.length = 0;
  await database.asOwner((sql) => sql`delete from pgboss.job`);
  await database.asOwner((sql) => sql`delete from background_jobs`);
});
afterEach(async () => {
  for (const process of processes.splice(0)) await process.stop();
});
afterAll(() => database.close());

/** One server process of the installation, as far as its jobs go. */
const startProcess = async (jobs: readonly Job<string>[]) => {
  const metrics = createJobMetrics();
  const process = await startJobs(
    {
      db: database.db,
      bus,
      databaseUrl: database.serverUrl,
      now: () => new Date(),
      metrics,
      log: { error: (fault: unknown) => void faults.push(fault) },
    },
    jobs,
  );
  processes.push(process);
  return { ...process, metrics };
};

const stateOf = async (name: string) => {
  const rows = await inScope(database.db, '*', (tx) => tx.select().from(backgroundJobs));
  return rows.find((row) => row.name === name);
};

test('two processes run a job once in each span, and its state is stored', async () => {
  const runs: string[] = [];
  const jobOf = (process: string): Job<string> => ({
    name: 'hourly',
    everySeconds: 86_400,
    run: async () => void runs.push(process),
  });
  await startProcess([jobOf('first')]);
  await startProcess([jobOf('second')]);
  const state = await eventually(async () => {
    const row = await stateOf('hourly');
    return row?.lastEndedAt ? row : undefined;
  }, 'the run');
  // Both processes asked for a run, and both polled for one since.
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  expect(runs).toHaveLength(1);
  expect(state).toMatchObject({ everySeconds: 86_400, failuresInRow: 0, lastFailure: null });
});

test('a server of the version before keeps the state of a newer job, and deletes that of a job without runs for a month', async () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await inScope(database.db, '*', (tx) =>
    tx.insert(backgroundJobs).values([
      { name: 'newer', everySeconds: 5 },
      { name: 'newer and run', everySeconds: 5, lastEndedAt: at(1) },
      { name: 'abandoned', everySeconds: 5, lastEndedAt: at(31) },
    ]),
  );
  await startProcess([{ name: 'hourly', everySeconds: 3_600, run: async () => {} }]);
  const rows = await inScope(database.db, '*', (tx) => tx.select().from(backgroundJobs));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['hourly', 'newer', 'newer and run']);
});

test('a job of each second goes on after the process that ran it has gone', async () => {
  let runs = 0;
  const job: Job<string> = {
    name: 'often',
    everySeconds: 1,
    mayOverlap: true,
    run: async () => void (runs += 1),
  };
  const first = await startProcess([job]);
  await startProcess([job]);
  await eventually(() => runs >= 2, 'two runs');
  await first.stop();
  processes = processes.slice(1);
  const before = runs;
  await eventually(() => runs >= before + 2, 'two more runs');
});

test('a job that does not overlap waits for the earlier run to end', async () => {
  let running = 0;
  let most = 0;
  let ended = 0;
  const job: Job<string> = {
    name: 'slow',
    everySeconds: 1,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      running -= 1;
      ended += 1;
    },
  };
  await startProcess([job]);
  await startProcess([job]);
  await eventually(() => ended >= 3, 'three runs');
  expect(most).toBe(1);
});

test('a failure is stored, logged and counted, and the next success ends the row of failures', async () => {
  let isDown = true;
  const job: Job<string> = {
    name: 'mail',
    everySeconds: 1,
    run: async () => {
      if (isDown) throw new Error('the mail server is away');
    },
  };
  const { metrics } = await startProcess([job]);
  await eventually(async () => ((await stateOf('mail'))?.failuresInRow ?? 0) >= 2, 'two failures');
  expect(await stateOf('mail')).toMatchObject({ lastFailure: 'the mail server is away' });
  expect(faults.length).toBeGreaterThanOrEqual(2);
  expect(await metrics.registry.metrics()).toMatch(/sweepline_job_failures_total\{job="mail"\} [2-9]/);
  isDown = false;
  const state = await eventually(async () => {
    const row = await stateOf('mail');
    return row?.failuresInRow === 0 ? row : undefined;
  }, 'a success');
  expect(state.lastFailure).toBe('the mail server is away');
});

test('a job runs at once when it is asked to', async () => {
  let runs = 0;
  await startProcess([{ name: 'sweep', everySeconds: 86_400, run: async () => void (runs += 1) }]);
  await eventually(() => runs === 1, 'the planned run');
  bus.publish(runJobNow, { name: 'nothing' });
  bus.publish(runJobNow, { name: 'sweep' });
  await eventually(() => runs === 2, 'the run that was asked for');
});
