import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connectRobots } from '../../app/robots.ts';
import { oneServer } from '../../test-kit/one-server.ts';
import { scheduleStarts } from '../../entities/work/schedule-table.ts';
import { createRunStarter } from '../../features/work/calendar/schedule-dispatch-service.ts';
import { writeDueStarts } from '../../features/work/calendar/schedule-materialise-service.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { aDevice, aGateway, eventually, introduce, TestRobot } from '../test-kit/test-gateway.ts';
import { ownTestServer } from '../../test-kit/test-server.ts';

/** A plan that is due while robot and server are disconnected leads to one run, not two. */
const server = ownTestServer();

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(server.db, '*', work);
const minuteMs = 60_000;

/** A plan that was due two minutes ago without a connection, and its robot, which reconnects with this state. */
async function aMissedPlan(stateOf: (runId: string, mapId: string) => object) {
  const map = await server.aMap();
  const device = await aDevice(server.db, map.companyId);
  const task = await server.aTask({ mapId: map.id, deviceId: device.deviceId });
  const dueMs = Math.floor(Date.now() / minuteMs) * minuteMs - 2 * minuteMs;
  const due = new Date(dueMs).toISOString();
  await server.aSchedule({
    taskId: task.id,
    deviceId: device.deviceId,
    kind: 'ONCE',
    timezone: 'UTC',
    startDate: due.slice(0, 10),
    time: due.slice(11, 16),
    startLatestMin: 240,
    lookedUntil: new Date(dueMs - minuteMs).toISOString(),
  });
  const running = await aGateway(server.db);
  const now = () => new Date();
  const { robots } = connectRobots({ ...running, db: server.db, now, cluster: oneServer, log: console });
  const deps = { db: server.db, now, robots };
  const startRuns = createRunStarter(deps, (error) => {
    throw error;
  });
  const runDueStarts = async () => {
    await writeDueStarts(server.db, running.bus, deps.now);
    await startRuns();
  };
  await runDueStarts();
  const [start] = await read((tx) => tx.select().from(scheduleStarts));
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  const at = { mobileRobotPosition: { x: 3, y: 3, theta: 0, mapId: map.id, localized: true } };
  const firstState = { ...stateOf(start!.runId, map.id), ...at };
  await introduce(running, robot, firstState);
  return {
    running,
    robot,
    runDueStarts,
    runId: start!.runId,
    taskId: task.id,
    state: () => robot.state(firstState),
    start,
  };
}

const retryStart = async (runDueStarts: () => Promise<void>, startId: string) => {
  // The retry delay of some seconds is skipped.
  for (let i = 0; i < 4; i++) {
    await read((tx) =>
      tx.update(scheduleStarts).set({ triedAt: null }).where(eq(scheduleStarts.id, startId)),
    );
    await runDueStarts();
  }
};

it('a run that the robot began by itself while the server was down is continued, and not sent again', async () => {
  const plan = await aMissedPlan((runId) => ({
    orderId: runId,
    nodeStates: [{ nodeId: 'z1', sequenceId: 2, released: true }],
    actionStates: [{ actionId: `${runId}.0`, actionType: 'cleanArea', actionStatus: 'RUNNING' }],
  }));
  const { running, robot, runId, taskId } = plan;
  await retryStart(plan.runDueStarts, plan.start!.id);
  await robot.say(
    'xTask',
    robot.durable({ runId, taskId, origin: 'DEVICE_SCHEDULE', state: 'IN_PROGRESS', phase: 'CLEANING' }),
    1,
  );
  const row = await eventually(async () => (await read((tx) => tx.select().from(runs)))[0], 'the run');
  await plan.state();
  await retryStart(plan.runDueStarts, plan.start!.id);
  expect(row).toMatchObject({ id: runId, origin: 'DEVICE_SCHEDULE', taskId });
  expect(row.plan.areas).toHaveLength(1);
  expect(await read((tx) => tx.select().from(runs))).toHaveLength(1);
  expect(await read((tx) => tx.select().from(scheduleStarts))).toMatchObject([{ state: 'STARTED', runId }]);
  expect(robot.received.filter(({ topic }) => topic === 'order')).toEqual([]);
  await robot.leave();
  await running.gateway.stop();
});

it('a run that ended before the robot reconnected is not started again', async () => {
  const plan = await aMissedPlan((runId) => ({ orderId: runId }));
  const { running, robot, runId, taskId } = plan;
  await retryStart(plan.runDueStarts, plan.start!.id);
  const by = { runId, taskId, origin: 'DEVICE_SCHEDULE' };
  await robot.say('xTask', robot.durable({ ...by, state: 'COMPLETE', phase: '' }), 1);
  const [startTime, endTime] = [plan.start!.dueAt, new Date().toISOString()];
  const totals = { plannedM2: 16, cleanedM2: 16, seconds: 50 };
  await robot.say(
    'xReport',
    robot.durable({ runId, taskId, startTime, endTime, result: 'SUCCESS', areas: [], totals }),
    1,
  );
  await eventually(
    async () => (await read((tx) => tx.select().from(runs)))[0]?.state === 'SUCCESS',
    'the run to be over',
  );
  await retryStart(plan.runDueStarts, plan.start!.id);
  expect(await read((tx) => tx.select().from(runs))).toHaveLength(1);
  expect(await read((tx) => tx.select().from(taskReports))).toHaveLength(1);
  expect(robot.received.filter(({ topic }) => topic === 'order')).toEqual([]);
  await robot.leave();
  await running.gateway.stop();
});
