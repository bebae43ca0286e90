import { describe, expect, test } from 'vitest';
import { aComputer } from '../../test-kit/computers.ts';
import { hashOf } from '../settings/sections.ts';
import { scheduledRunId } from './self-starts.ts';

const taskId = '0193f0c0-0000-7000-8000-000000000001';
const scheduleId = '0193f0c0-0000-7000-8000-000000000002';
const bayArea = (corner: number) => ({
  areaId: `bay ${corner}`,
  polygon: [
    [corner, 10],
    [corner + 3, 10],
    [corner + 3, 12],
    [corner, 12],
  ],
  cleaningMode: 'SWEEP',
  strength: 'STANDARD',
  repetitions: 1,
});
const how = { strategy: 'FULL', pattern: 'BOUSTROPHEDON', finish: 'STAY' };

/** A robot with a task that starts at 08:02 UTC; its clock begins at 08:00. */
function aPlannedRobot(more: object = {}) {
  const base = aComputer('J30', 5, { speedup: 4, mtbfH: 1e9, attended: false });
  const { mapId } = base.world;
  const task = { taskId, version: 1, name: 'Bays', mapId, areas: [bayArea(18), bayArea(24)], ...how };
  const schedule = {
    scheduleId,
    taskId,
    enabled: true,
    timezone: 'UTC',
    startLatestMin: 3,
    skipDates: [],
    rule: { type: 'ONCE', date: '2026-11-20', time: '08:02' },
    ...more,
  };
  const desire = (name: string, inline: Record<string, unknown>) =>
    base.receive('xDesired', {
      docVersion: 1,
      sections: { [name]: { version: 1, hash: hashOf(inline), inline } },
    });
  base.computer.connected();
  desire('tasks', { tasks: { [taskId]: task } });
  desire('schedules', { schedules: [schedule] });
  const taskBodies = () =>
    base.sent
      .filter(({ topic }) => topic.endsWith('/xTask'))
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const runId = scheduledRunId(scheduleId, Date.parse('2026-11-20T08:02:00Z'));
  return { ...base, taskBodies, runId, task };
}

describe('a robot with schedules', () => {
  test('reports them, and starts a run by itself a minute after the due time without an order', () => {
    const robot = aPlannedRobot();
    expect(robot.computer.sections.reported['schedules']).toMatchObject({ status: 'APPLIED', version: 1 });
    robot.advance(175);
    expect(robot.taskBodies()).toEqual([]);
    robot.advance(10);
    expect(robot.taskBodies()[0]).toMatchObject({ runId: robot.runId, origin: 'DEVICE_SCHEDULE', taskId });
    expect(robot.computer.robot.mode).toBe('SCHEDULED_CLEANING');
    // The same order arrives late: the run is active and executed once.
    const order = robot.computer.robot.orders.entry.order;
    robot.receive('order', { ...order, headerId: 1 });
    robot.advance(240);
    expect(robot.taskBodies().at(-1)).toMatchObject({ runId: robot.runId, state: 'COMPLETE' });
    expect(new Set(robot.taskBodies().map((body) => body['runId']))).toEqual(new Set([robot.runId]));
    robot.receive('order', { ...order, headerId: 2 });
    robot.advance(5);
    expect(robot.computer.robot.orders.active).toBe(false);
  });

  test('does not start on a skipped date, nor runs that were due before it had the rule', () => {
    for (const more of [
      { skipDates: ['2026-11-20'] },
      { rule: { type: 'DAILY', date: '2026-11-01', time: '07:58' } },
      { enabled: false },
    ]) {
      const robot = aPlannedRobot(more);
      robot.advance(200);
      expect(robot.taskBodies()).toEqual([]);
    }
  });

  test('sleeps until five minutes before the next start and no longer', () => {
    const robot = aPlannedRobot({ rule: { type: 'ONCE', date: '2026-11-20', time: '08:08' } });
    robot.receive('instantActions', {
      actions: [
        { actionType: 'startHibernation', actionId: scheduleId, blockingType: 'NONE', actionParameters: [] },
      ],
    });
    const connectionStates = () =>
      robot.sent
        .filter(({ topic }) => topic.endsWith('/connection'))
        .map(({ payload }) => (JSON.parse(payload) as { connectionState: string }).connectionState);
    robot.advance(175);
    expect(connectionStates().at(-1)).toBe('HIBERNATING');
    robot.advance(10);
    expect(connectionStates().at(-1)).toBe('ONLINE');
    robot.advance(360);
    expect(robot.taskBodies()[0]).toMatchObject({ origin: 'DEVICE_SCHEDULE', taskId });
  });

  test('reports SCHEDULE_MISSED once when it cannot start in time', () => {
    const robot = aPlannedRobot();
    robot.computer.robot.frozen = true;
    robot.advance(420);
    expect(robot.taskBodies()).toMatchObject([
      { runId: robot.runId, state: 'FAILED', code: 'SCHEDULE_MISSED' },
    ]);
  });
});

test('a skipped area ends at once, the next one is cleaned, and the run completes with ZONE_SKIPPED', () => {
  const robot = aPlannedRobot();
  robot.advance(185);
  const [first = '', second = ''] = [`${robot.runId}.0`, `${robot.runId}.1`];
  for (let i = 0; i < 200 && robot.computer.robot.orders.statusOf(first) !== 'RUNNING'; i++) robot.advance(1);
  robot.advance(4);
  const skip = (actionId: string, id: string) =>
    robot.receive('instantActions', {
      actions: [
        {
          actionId: id,
          actionType: 'skipArea',
          blockingType: 'NONE',
          actionParameters: [
            { key: 'orderId', value: robot.runId },
            { key: 'actionId', value: actionId },
          ],
        },
      ],
    });
  skip(first, '0193f0c0-0000-7000-8000-00000000000a');
  robot.advance(10);
  expect(robot.computer.robot.orders.statusOf(first)).toBe('FINISHED');
  for (let i = 0; i < 300 && robot.computer.robot.orders.active; i++) robot.advance(1);
  expect(robot.computer.robot.orders.statusOf(second)).toBe('FINISHED');
  expect(robot.taskBodies().at(-1)).toMatchObject({ state: 'COMPLETE', code: 'ZONE_SKIPPED' });
  // A finished area cannot be skipped.
  skip(second, '0193f0c0-0000-7000-8000-00000000000b');
  expect(robot.computer.robot.orders.entry.instant.at(-1)).toMatchObject({ actionStatus: 'FAILED' });
});

test('a tour drives its rounds in PROMOTION and reports its loops and announcements', () => {
  const robot = aPlannedRobot({ enabled: false });
  robot.advance(3);
  const { mapId } = robot.world;
  const { x, y } = robot.computer.robot.drive.pose;
  const orderId = '0193f0c0-0000-7000-8000-0000000000aa';
  const stop = (nodeId: string, index: number, at: { x: number; y: number }, actions: object[] = []) => ({
    nodeId,
    sequenceId: index * 2,
    released: true,
    actions,
    nodePosition: { ...at, mapId, allowedDeviationXY: { a: 1, b: 1, theta: 0 } },
  });
  const promote = {
    actionId: `${orderId}.0`,
    actionType: 'promote',
    blockingType: 'HARD',
    actionParameters: [
      { key: 'route', value: ['a', 'b'] },
      { key: 'loops', value: 3 },
      { key: 'audioSlots', value: ['PROMO_2'] },
      { key: 'intervalS', value: 5 },
      { key: 'speed', value: 0.8 },
    ],
  };
  robot.receive('order', {
    orderId,
    orderUpdateId: 0,
    nodes: [
      stop('here', 0, { x, y }),
      stop('a', 1, { x: 19, y: 11 }, [promote]),
      stop('b', 2, { x: 24, y: 11 }),
    ],
    edges: [1, 3].map((sequenceId) => ({
      edgeId: `e${sequenceId}`,
      sequenceId,
      released: true,
      actions: [],
    })),
  });
  for (let i = 0; i < 60 && robot.computer.robot.run?.tour === undefined; i++) robot.advance(1);
  expect(robot.computer.robot.mode).toBe('PROMOTION');
  for (let i = 0; i < 120 && robot.computer.robot.orders.active; i++) robot.advance(1);
  robot.advance(2);
  const report = robot.sent
    .filter(({ topic }) => topic.endsWith('/xReport'))
    .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  expect(report.at(-1)).toMatchObject({ runId: orderId, result: 'SUCCESS', loops: 3 });
  expect(Number(report.at(-1)?.['plays'])).toBeGreaterThan(2);
});
