import { otaTaskCalls } from '@sweepline/contract';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { people } from '../../../../test-kit/index.ts';
import { rolloutFleet } from '../../../../test-kit/files/rollout-fleet.ts';
import { testServer } from '../../../../test-kit/test-server.ts';

const { cancel, pause, resume, retry } = otaTaskCalls;
const { superAdmin } = people;
const server = testServer();
const minuteMs = 60_000;
let fleet: ReturnType<typeof rolloutFleet>;
beforeEach(() => {
  fleet = rolloutFleet(server);
});

/** What the records of a task sum up to, as a list of its counters. */
const sumsOf = async (taskId: string) => {
  const rows = await server.asOwner(
    (sql) => sql<{ stage: number; state: string; count: number }[]>`
      select stage, state, count(*)::int as count from ota_records where task_id = ${taskId} group by stage, state`,
  );
  const count = (stage: number, state: string) =>
    rows.find((row) => row.stage === stage && row.state === state)?.count ?? 0;
  const stages = await server.asOwner(
    (sql) => sql<{ stage: number; counters: number[] }[]>`
      select stage, array[initializing, upgrading, successful, failed] as counters
      from ota_stages where task_id = ${taskId} order by stage`,
  );
  return stages.map(({ stage, counters }) => ({
    counters: [...counters],
    records: ['INITIALIZING', 'UPGRADING', 'SUCCESSFUL', 'FAILED'].map((state) => count(stage, state)),
  }));
};

test('two servers that tick at the same time send each command once', async () => {
  await Promise.all(Array.from({ length: 12 }, () => fleet.aRobot()));
  await fleet.started(fleet.aPlan((await server.aPackage({ version: '1.0.0' })).id));
  const second = rolloutFleet(server);
  await Promise.all([fleet.tick(), second.tick(), fleet.tick(), second.tick()]);
  await Promise.all([fleet.tick(), second.tick()]);
  const robots = [...fleet.sent, ...second.sent].map(({ deviceId }) => deviceId);
  expect(robots).toHaveLength(12);
  expect(new Set(robots).size).toBe(12);
});

test('a server that dies between the decision and the command sends it once, with the same ids', async () => {
  await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await server.aPackage({ version: '1.0.0' })).id));
  const decided: string[] = [];
  fleet.hooks.beforeSend = async ({ id }) => {
    decided.push(id ?? '');
    throw new Error('killed');
  };
  await expect(fleet.tick()).rejects.toThrow('1 rollouts failed');
  fleet.hooks.beforeSend = async () => {};
  await fleet.tick();
  expect(fleet.sent).toEqual([]);
  server.clock.advance(minuteMs);
  await fleet.tick(3);
  expect(fleet.sent.map(({ id }) => id)).toEqual(decided);
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({ attempt: 1 });
});

test('a command that was stored before its server died is not sent again', async () => {
  const robot = await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await server.aPackage({ version: '1.0.0' })).id));
  await fleet.tick();
  await server.asOwner((sql) => sql`update ota_records set step = 'OFFERED' where task_id = ${task.id}`);
  server.clock.advance(minuteMs);
  await fleet.tick(2);
  expect(fleet.sent).toHaveLength(1);
  await fleet.installs(robot, '1.0.0');
  await fleet.tick();
  expect((await fleet.read(task.id)).state).toBe('DONE');
});

test('a cancellation while a command goes out takes the command back', async () => {
  const robot = await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await server.aPackage({ version: '1.0.0' })).id));
  fleet.hooks.beforeSend = async () => {
    fleet.hooks.beforeSend = async () => {};
    await server.ok(cancel, superAdmin, { id: task.id });
  };
  await fleet.tick();
  await fleet.tick(2);
  expect(await fleet.jobOf(robot)).toMatchObject({ status: 'CANCELED' });
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({ state: 'FAILED', code: 'CANCELED' });
});

test('a task that fails does not stop the others', async () => {
  const robot = await fleet.aRobot();
  const { id: packageId } = await server.aPackage({ version: '1.0.0' });
  const broken = await server.anUpdateTask({ nextTickAt: '2030-01-01T00:00:00.000Z' });
  await server.asOwner((sql) => sql`update ota_tasks set plan = '{}' where id = ${broken.id}`);
  await fleet.started(fleet.aPlan(packageId));
  await expect(fleet.tick()).rejects.toThrow(broken.id);
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toEqual([robot.id]);
});

test('an updated robot with more alarms than the others pauses the task', async () => {
  const robots = await Promise.all([1, 2, 3].map(() => fleet.aRobot()));
  const stages = [{ deviceIds: [robots[0]!.id], soakMinutes: 120 }, { upToPct: 100 }];
  const { id: packageId } = await server.aPackage({ version: '1.0.0' });
  const task = await fleet.started(fleet.aPlan(packageId, { stages, canaryWorsePct: 50 }));
  await fleet.tick();
  await fleet.installs(robots[0]!, '1.0.0');
  await fleet.tick();
  server.clock.advance(30 * minuteMs);
  await server.anAlarm({ deviceId: robots[0]!.id, raisedAt: server.clock().toISOString() });
  await fleet.tick();
  expect((await fleet.read(task.id)).state).toBe('RUNNING');
  await server.anAlarm({ deviceId: robots[0]!.id, raisedAt: server.clock().toISOString() });
  server.clock.advance(2 * minuteMs);
  await fleet.tick();
  const paused = await fleet.read(task.id);
  expect(paused).toMatchObject({ state: 'PAUSED', reason: 'CANARY_WORSE' });
  expect(paused.work.updated.alarmsPerHour).toBeGreaterThan(3);
  expect(paused.work.others.alarmsPerHour).toBe(0);
});

test('updated robots that clean less in an hour than the others pause the task, after three runs of each', async () => {
  const robots = await Promise.all([1, 2, 3].map(() => fleet.aRobot()));
  const stages = [{ deviceIds: [robots[0]!.id], soakMinutes: 600 }, { upToPct: 100 }];
  const { id: packageId } = await server.aPackage({ version: '1.0.0' });
  const task = await fleet.started(fleet.aPlan(packageId, { stages, canaryWorsePct: 50 }));
  await fleet.tick();
  await fleet.installs(robots[0]!, '1.0.0');
  await fleet.tick();
  const aRun = (deviceId: string, cleanedM2: number) => {
    const startedAt = server.clock().toISOString();
    server.clock.advance(20 * minuteMs);
    const endedAt = server.clock().toISOString();
    return server.aReport({
      deviceId,
      startedAt,
      endedAt,
      seconds: 1_200,
      cleaningSeconds: 1_200,
      cleanedM2,
      coverage: 0.9,
    });
  };
  for (const [run, area] of [300, 310, 290].entries()) {
    await fleet.tick();
    expect((await fleet.read(task.id)).state, `after ${run} runs`).toBe('RUNNING');
    await aRun(robots[1]!.id, area);
    await aRun(robots[0]!.id, area / 2);
  }
  await fleet.tick();
  expect(await fleet.read(task.id)).toMatchObject({ state: 'PAUSED', reason: 'CANARY_WORSE' });
});

const phases = ['DOWNLOADING', 'PAUSED', 'UNPACKED', 'INSTALLING'];
const steps = [
  ...phases,
  'INSTALLED',
  'DOWNLOAD',
  'ROLLED_BACK',
  'FALLS_BACK',
  'PAUSE',
  'RESUME',
  'RETRY',
  'TICK',
];

test('the counters equal the records, whatever the order of events', { timeout: 120_000 }, async () => {
  const event = fc.record({ robot: fc.nat({ max: 3 }), step: fc.constantFrom(...steps) });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      await server.reset();
      fleet = rolloutFleet(server);
      const robots = await Promise.all([1, 2, 3, 4].map(() => fleet.aRobot()));
      const stages = [
        { upToPct: 50, maxFailed: 3 },
        { upToPct: 100, maxFailed: 2 },
      ];
      const { id: packageId } = await server.aPackage({ version: '1.0.0' });
      const { id } = await fleet.started(fleet.aPlan(packageId, { stages, attempts: 2 }));
      await fleet.tick();
      for (const { robot, step } of events) {
        await happen(robots[robot]!, step, id);
        await fleet.tick();
        for (const { counters, records } of await sumsOf(id)) expect(counters).toEqual(records);
        server.clock.advance(10 * minuteMs);
      }
      const { counts } = await fleet.read(id);
      expect(counts.total).toBe(4);
    }),
    { numRuns: 12 },
  );
});

async function happen(robot: Awaited<ReturnType<typeof fleet.aRobot>>, step: string, id: string) {
  const hasJob = fleet.sent.some(({ deviceId, type }) => deviceId === robot.id && type === 'job.ota');
  const ofTask = { PAUSE: pause, RESUME: resume, RETRY: retry }[step];
  if (ofTask) await server.send(ofTask, superAdmin, { id });
  else if (step === 'FALLS_BACK') await fleet.runs(robot, '0.9.0');
  else if (step === 'TICK' || !hasJob) await fleet.tick();
  else if (step === 'INSTALLED') await fleet.installs(robot, '1.0.0');
  else if (phases.includes(step)) await fleet.report(robot, step);
  else await fleet.report(robot, 'FAILED', { code: step, isFinal: true });
}
