import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  introduce,
  type Registered,
  type TestRobot,
} from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;
let device: Registered;
let companyId: string;

/** Timeouts of minutes, hours and days, shortened to tenths of a second. */
beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, {
    timing: { runOfflineMs: 600, pauseTimeoutMs: 600, reportTimeoutMs: 600, orderResendMs: 60_000 },
  });
});
beforeEach(async () => {
  ({ device, robot } = await anOnlineRobot(running, database.db, companyId));
});
afterEach(() => robot.leave());
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

const rowOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const waitForRun = (
  id: string,
  condition: (row: NonNullable<Awaited<ReturnType<typeof rowOf>>>) => boolean,
  name: string,
) =>
  eventually(async () => {
    const row = await rowOf(id);
    return row && condition(row) ? row : undefined;
  }, name);
const start = (kind: 'CLEANING' | 'NAVIGATION') =>
  running.gateway.runs.start({
    deviceId: device.deviceId,
    name: 'Test',
    by: 'test',
    kind,
    plan: {
      cleaningMode: 'SWEEP',
      strength: 'STANDARD',
      repetitions: 1,
      strategy: 'FULL',
      pattern: 'EDGE_THEN_FILL',
      finish: 'STAY',
      areas:
        kind === 'CLEANING'
          ? [
              {
                areaId: 'z',
                name: 'Z',
                polygon: [
                  [0, 0],
                  [1, 0],
                  [1, 1],
                ],
                areaM2: 0.5,
              },
            ]
          : [],
      ...(kind === 'NAVIGATION' && { goal: { x: 5, y: 5 } }),
      toolWidthM: 0.5,
    },
  });
const working = (id: string, actionStatus: string, fields: object = {}) => ({
  orderId: id,
  nodeStates: actionStatus === 'FINISHED' ? [] : [{ nodeId: 'z', sequenceId: 2, released: true }],
  actionStates: [{ actionId: `${id}.0`, actionType: 'cleanArea', actionStatus }],
  ...fields,
});
const goOffline = () => robot.say('connection', { connectionState: 'OFFLINE' }, 1);

it('a waiting run fails when its robot stays offline', async () => {
  const { id } = await start('CLEANING');
  await goOffline();
  expect(await waitForRun(id, (it) => it.state === 'FAILED', 'the run to fail')).toMatchObject({
    code: 'OFFLINE',
  });
});

it('an active run is marked while its robot is offline, and continues when it returns', async () => {
  const { id } = await start('CLEANING');
  await robot.state(working(id, 'RUNNING'));
  await waitForRun(id, (it) => it.state === 'IN_PROGRESS', 'the run to be under way');
  await goOffline();
  await waitForRun(id, (it) => it.stale, 'the mark');
  const open = () =>
    inScope(database.db, '*', (tx) => tx.select().from(alarms).where(eq(alarms.deviceId, device.deviceId)));
  await eventually(
    async () => (await open()).some((it) => it.code === '80001' && it.clearedAt === null),
    'the alarm',
  );
  await introduce(running, robot, working(id, 'RUNNING'));
  await waitForRun(id, (it) => !it.stale && it.state === 'IN_PROGRESS', 'the run to go on');
  await eventually(
    async () => (await open()).every((it) => it.clearedAt !== null),
    'the alarm to be cleared',
  );
});

it('a pause without an end times out, also at the robot', async () => {
  const { id } = await start('CLEANING');
  await robot.state(working(id, 'PAUSED', { paused: true }));
  const ended = await waitForRun(id, (it) => it.state === 'INTERRUPTED', 'the pause to end');
  expect(ended.code).toBe('PAUSE_TIMEOUT');
  await robot.waitForMessage(
    'instantActions',
    (it) => (it['actions'] as { actionType: string }[])[0]?.actionType === 'cancelOrder',
  );
});

it('a finished cleaning without a report becomes SUCCESS with reportMissing', async () => {
  const { id } = await start('CLEANING');
  await robot.state(working(id, 'FINISHED'));
  await waitForRun(id, (it) => it.state === 'COMPLETE', 'the run to be complete');
  expect((await waitForRun(id, (it) => it.state === 'SUCCESS', 'success')).reportMissing).toBe(true);
});

it('a drive ends at its arrival without a report', async () => {
  const { id } = await start('NAVIGATION');
  await robot.state({ orderId: id });
  expect(await waitForRun(id, (it) => it.state === 'SUCCESS', 'success')).toMatchObject({
    reportMissing: false,
    code: '',
  });
});
