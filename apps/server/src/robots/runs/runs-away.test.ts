import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { journalIds } from '../intake/journal-table.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  introduce,
  TestRobot,
} from '../test-kit/test-gateway.ts';

/** The server's side of a run with charging, and of a run without a connection for hours. */
const minuteMs = 60_000;
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let companyId: string;
/** The offset of the server's clock. */
let aheadMs = 0;
const nowMs = () => Date.now() + aheadMs;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, { now: () => new Date(nowMs()) });
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const runOf = async (id: string) => (await read((tx) => tx.select().from(runs).where(eq(runs.id, id))))[0]!;
const reportsOf = (id: string) => read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, id)));
const waitForRun = (id: string, fields: Partial<Awaited<ReturnType<typeof runOf>>>) =>
  eventually(
    async () => {
      const row = await runOf(id);
      return Object.entries(fields).every(([key, value]) => row[key as 'state'] === value) && row;
    },
    `the run to be ${JSON.stringify(fields)}`,
  );

const start = (deviceId: string) =>
  running.gateway.runs.start({
    deviceId,
    name: 'Night',
    by: 'test',
    kind: 'CLEANING',
    map: { mapId: 'm1', mapVersion: 1, zones: [], walls: [] },
    plan: {
      cleaningMode: 'SWEEP',
      strength: 'STANDARD',
      repetitions: 1,
      strategy: 'FULL',
      pattern: 'BOUSTROPHEDON',
      finish: 'STAY',
      toolWidthM: 0.5,
      areas: [
        {
          areaId: 'z1',
          name: 'Hall',
          areaM2: 12,
          polygon: [
            [0, 0],
            [4, 0],
            [4, 3],
            [0, 3],
          ],
        },
      ],
    },
  });
const working = (id: string, actionStatus: string) => ({
  orderId: id,
  nodeStates: actionStatus === 'FINISHED' ? [] : [{ nodeId: 'z1', sequenceId: 2, released: true }],
  actionStates: [{ actionId: `${id}.0`, actionType: 'cleanArea', actionStatus }],
});
const reportOf = (runId: string, startTime: number, endTime: number) => ({
  runId,
  result: 'SUCCESS',
  areas: [],
  startTime: new Date(startTime).toISOString(),
  endTime: new Date(endTime).toISOString(),
  totals: { plannedM2: 12, cleanedM2: 11.8, seconds: (endTime - startTime) / 1000, charges: 1 },
});

it('a robot that interrupts to charge and continues is in one run, never paused, with one report', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const { id } = await start(device.deviceId);
  const startedMs = nowMs();
  const report = async (actionStatus: string, mode: string, phase: string) => {
    const task = robot.durable({ runId: id, origin: 'CLOUD', state: 'IN_PROGRESS', phase });
    await robot.say('xTelemetry', { mode, modePaused: false, phase });
    await robot.say('xTask', task, 1);
    await robot.state(working(id, actionStatus));
    await waitForRun(id, { phase, state: 'IN_PROGRESS' });
  };
  await report('RUNNING', 'AUTO_RUN', 'CLEANING');
  await report('PAUSED', 'AUTO_RECHARGE', 'HEADING_TO_CHARGE');
  await report('PAUSED', 'CHARGING', 'REPLENISHING');
  await report('PAUSED', 'CHARGING', 'UNDOCKING');
  await report('RUNNING', 'AUTO_RUN', 'CLEANING');
  await robot.state(working(id, 'FINISHED'));
  await robot.say('xReport', robot.durable(reportOf(id, startedMs, nowMs())), 1);
  const row = await waitForRun(id, { state: 'SUCCESS' });
  expect(row.phases.map(({ phase }) => phase)).toEqual([
    ...['CLEANING', 'HEADING_TO_CHARGE', 'REPLENISHING', 'UNDOCKING', 'CLEANING'],
  ]);
  expect(await reportsOf(id)).toMatchObject([{ charges: 1 }]);
  expect(await read((tx) => tx.select().from(runs).where(eq(runs.deviceId, device.deviceId)))).toHaveLength(
    1,
  );
  await robot.leave();
});

it('the messages of two hours offline are applied once, with their true times despite a wrong clock', async () => {
  const behindMs = 90_000;
  const robotTime = (trueMs: number) => new Date(trueMs - behindMs).toISOString();
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const { id } = await start(device.deviceId);
  await robot.state({ ...working(id, 'RUNNING'), timestamp: robotTime(nowMs()) });
  await waitForRun(id, { state: 'IN_PROGRESS' });
  const leftMs = nowMs();
  await robot.leave();
  aheadMs += 120 * minuteMs;

  const at = (minutes: number) => leftMs + minutes * minuteMs;
  const alarmId = newId();
  const task = (minutes: number, phase: string, state = 'IN_PROGRESS') =>
    ['xTask', minutes, { runId: id, origin: 'CLOUD', state, phase }] as const;
  const alarm = (minutes: number, event: string) =>
    ['xAlarm', minutes, { alarmId, event, code: '10101', level: 3, runId: id }] as const;
  const journal = [
    task(1, 'CLEANING'),
    alarm(20, 'RAISED'),
    alarm(25, 'CLEARED'),
    task(50, 'REPLENISHING'),
    task(70, 'CLEANING'),
    task(100, '', 'COMPLETE'),
    ['xReport', 101, reportOf(id, at(0) - behindMs, at(100) - behindMs)] as const,
  ].map(([topic, minutes, body]) => ({
    topic,
    body: { ...robot.durable(body), occurredAt: robotTime(at(minutes)) },
  }));
  const reconnected = await TestRobot.connect(running.gateway.mqttUrl, device);
  await introduce(running, reconnected, { ...working(id, 'FINISHED'), timestamp: robotTime(nowMs()) });
  // Twice, as after a disconnection before the first acknowledgement.
  for (const { topic, body } of [...journal, ...journal])
    await reconnected.say(topic, { ...body, timestamp: robotTime(nowMs()) }, 1);
  const row = await waitForRun(id, { state: 'SUCCESS' });

  const expectAt = (text: string | null | undefined, minutes: number) =>
    expect(Math.abs(Date.parse(text ?? '') - at(minutes)), `${text} at ${minutes}`).toBeLessThan(2000);
  expect(row.phases.map(({ phase }) => phase)).toEqual(['CLEANING', 'REPLENISHING', 'CLEANING']);
  for (const [index, minutes] of [1, 50, 70].entries()) expectAt(row.phases[index]?.at, minutes);
  expectAt(row.endedAt, 100);
  const raised = await read((tx) => tx.select().from(alarms).where(eq(alarms.id, alarmId)));
  expect(raised).toMatchObject([{ count: 1 }]);
  expectAt(raised[0]?.raisedAt, 20);
  expectAt(raised[0]?.clearedAt, 25);
  const [report, ...others] = await reportsOf(id);
  expect([others, report?.flags]).toEqual([[], []]);
  expectAt(report?.startedAt, 0);
  expectAt(report?.endedAt, 100);
  const ids = journal.map(({ body }) => body.msgId);
  const stored = await read((tx) => tx.select().from(journalIds).where(inArray(journalIds.msgId, ids)));
  expect(stored.map(({ msgId }) => msgId).toSorted()).toEqual(ids.toSorted());
  await reconnected.leave();
});
