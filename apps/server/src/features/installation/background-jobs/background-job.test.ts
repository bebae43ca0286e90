import { allCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { recordRun, registerJobs } from '../../../platform/jobs/job-state.ts';
import { runJobNow } from '../../../platform/jobs/jobs.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { list, runNow } = allCalls.backgroundJobs;
const { superAdmin, mallAdmin } = people;

test('the super admin sees each job with its newest run, its next span and its newest failure', async () => {
  await registerJobs(server.db, [
    { name: 'files.clean', everySeconds: 21_600 },
    { name: 'reports.mail', everySeconds: 5 },
    { name: 'a job that this program does not know', everySeconds: 5 },
  ]);
  const startedAt = server.clock();
  server.clock.advance(1_500);
  const endedAt = server.clock();
  const failure = new Error('the mail server is away');
  await recordRun(server.db, 'reports.mail', { startedAt, endedAt, durationMs: 1_500, failure });
  const { jobs } = await server.ok(list, superAdmin, {});
  expect(jobs).toEqual([
    expect.objectContaining({ name: 'files.clean', state: 'WAITING', lastEndedAt: null, failuresInRow: 0 }),
    expect.objectContaining({
      name: 'reports.mail',
      state: 'FAILING',
      lastDurationMs: 1_500,
      failuresInRow: 1,
      lastEndedAt: endedAt.toISOString(),
      lastFailure: 'the mail server is away',
      nextAt: '2030-01-02T03:04:10.000Z',
    }),
  ]);
});

test('a run that is asked for is announced once its audit entry is stored', async () => {
  const requests: unknown[] = [];
  const stop = server.bus.subscribe(runJobNow, ({ content }) => void requests.push(content));
  await server.ok(runNow, superAdmin, { name: 'files.clean' });
  stop();
  expect(requests).toEqual([{ name: 'files.clean' }]);
  const [entry] = await server.asOwner(
    (sql) => sql`select call, code from audit_entries where call like '%backgroundJob/runNow'`,
  );
  expect(entry).toMatchObject({ code: 200 });
});

test('only a super admin sees and starts jobs', async () => {
  for (const call of [list, runNow] as const)
    expect((await server.send(call, mallAdmin, { name: 'files.clean' })).code).toBe(errors.forbidden.code);
});
