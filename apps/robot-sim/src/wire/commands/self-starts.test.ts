import { describe, expect, test } from 'vitest';
import { aComputer } from '../../test-kit/computers.ts';
import { hashOf } from '../settings/sections.ts';
import { scheduledRunId } from './self-starts.ts';

const taskId = '0193f0c0-0000-7000-8000-000000000001';
const scheduleId = '0193f0c0-0000-7000-8000-000000000002';
const office = (corner: number) => ({
  areaId: `bay ${corner}`,
  polygon: [
    [corner, 10],
    [corner + 3, 10],
    [corner + 3, 12],
    [corner, 12],
  ],
  ...{ cleaningMode: 'SWEEP', strength: 'STANDARD', repetitions: 1 },
});
const how = { strategy: 'FULL', pattern: 'BOUSTROPHEDON', finish: 'STAY' };

/** A robot that was told two minutes ago to clean at 08:02 UTC; its clock begins at 08:00. */
function aPlannedRobot(more: object = {}) {
  const it = aComputer('J30', 5, { speedup: 4, mtbfH: 1e9, attended: false });
  const { mapId } = it.world;
  const task = { taskId, version: 1, name: 'Bays', mapId, areas: [office(18), office(24)], ...how };
  const schedule = {
    ...{ scheduleId, taskId, enabled: true, timezone: 'UTC', startLatestMin: 3, skipDates: [] },
    rule: { type: 'ONCE', date: '2026-11-20', time: '08:02' },
    ...more,
  };
  const desire = (name: string, inline: Record<string, unknown>) =>
    it.receive('xDesired', {
      docVersion: 1,
      sections: { [name]: { version: 1, hash: hashOf(inline), inline } },
    });
  it.computer.connected();
  desire('tasks', { tasks: { [taskId]: task } });
  desire('schedules', { schedules: [schedule] });
  const told = () =>
    it.sent
      .filter(({ topic }) => topic.endsWith('/xTask'))
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const runId = scheduledRunId(scheduleId, Date.parse('2026-11-20T08:02:00Z'));
  return { ...it, told, runId, task };
}

describe('a robot with schedules', () => {
  test('says that it has them, and begins by itself a minute after nobody sent the order', () => {
    const robot = aPlannedRobot();
    expect(robot.computer.sections.reported['schedules']).toMatchObject({ status: 'APPLIED', version: 1 });
    robot.live(175);
    expect(robot.told()).toEqual([]);
    robot.live(10);
    expect(robot.told()[0]).toMatchObject({ runId: robot.runId, origin: 'DEVICE_SCHEDULE', taskId });
    expect(robot.computer.robot.mode).toBe('SCHEDULED_CLEANING');
    // The same order, late: it is under way, and done once.
    const held = robot.computer.robot.book.entry.order;
    robot.receive('order', { ...held, headerId: 1 });
    robot.live(240);
    expect(robot.told().at(-1)).toMatchObject({ runId: robot.runId, state: 'COMPLETE' });
    expect(new Set(robot.told().map((it) => it['runId']))).toEqual(new Set([robot.runId]));
    robot.receive('order', { ...held, headerId: 2 });
    robot.live(5);
    expect(robot.computer.robot.book.active).toBe(false);
  });

  test('rests on a day it is to skip, and does not begin what was due before it had the rule', () => {
    for (const more of [
      { skipDates: ['2026-11-20'] },
      { rule: { type: 'DAILY', date: '2026-11-01', time: '07:58' } },
      { enabled: false },
    ]) {
      const robot = aPlannedRobot(more);
      robot.live(200);
      expect(robot.told()).toEqual([]);
    }
  });

  test('sleeps until five minutes before the next start and no longer', () => {
    const robot = aPlannedRobot({ rule: { type: 'ONCE', date: '2026-11-20', time: '08:08' } });
    robot.receive('instantActions', {
      actions: [
        { actionType: 'startHibernation', actionId: scheduleId, blockingType: 'NONE', actionParameters: [] },
      ],
    });
    const line = () =>
      robot.sent
        .filter(({ topic }) => topic.endsWith('/connection'))
        .map(({ payload }) => (JSON.parse(payload) as { connectionState: string }).connectionState);
    robot.live(175);
    expect(line().at(-1)).toBe('HIBERNATING');
    robot.live(10);
    expect(line().at(-1)).toBe('ONLINE');
    robot.live(360);
    expect(robot.told()[0]).toMatchObject({ origin: 'DEVICE_SCHEDULE', taskId });
  });

  test('that cannot begin in time says that the start was missed, once', () => {
    const robot = aPlannedRobot();
    robot.computer.robot.frozen = true;
    robot.live(420);
    expect(robot.told()).toMatchObject([{ runId: robot.runId, state: 'FAILED', code: 'SCHEDULE_MISSED' }]);
  });
});

test('an area somebody skips ends where it is, the next one is cleaned, and the report says so', () => {
  const robot = aPlannedRobot();
  robot.live(185);
  const [first = '', second = ''] = [`${robot.runId}.0`, `${robot.runId}.1`];
  for (let i = 0; i < 200 && robot.computer.robot.book.statusOf(first) !== 'RUNNING'; i++) robot.live(1);
  robot.live(4);
  const skip = (actionId: string, id: string) =>
    robot.receive('instantActions', {
      actions: [
        {
          ...{ actionId: id, actionType: 'skipArea', blockingType: 'NONE' },
          actionParameters: [
            { key: 'orderId', value: robot.runId },
            { key: 'actionId', value: actionId },
          ],
        },
      ],
    });
  skip(first, '0193f0c0-0000-7000-8000-00000000000a');
  robot.live(10);
  expect(robot.computer.robot.book.statusOf(first)).toBe('FINISHED');
  for (let i = 0; i < 300 && robot.computer.robot.book.active; i++) robot.live(1);
  expect(robot.computer.robot.book.statusOf(second)).toBe('FINISHED');
  expect(robot.told().at(-1)).toMatchObject({ state: 'COMPLETE', code: 'ZONE_SKIPPED' });
  // What is done already cannot be left out.
  skip(second, '0193f0c0-0000-7000-8000-00000000000b');
  expect(robot.computer.robot.book.entry.instant.at(-1)).toMatchObject({ actionStatus: 'FAILED' });
});

test('a tour drives its rounds in PROMOTION, announces as often as asked and tells both', () => {
  const robot = aPlannedRobot({ enabled: false });
  robot.live(3);
  const { mapId } = robot.world;
  const { x, y } = robot.computer.robot.drive.pose;
  const orderId = '0193f0c0-0000-7000-8000-0000000000aa';
  const stop = (nodeId: string, index: number, at: { x: number; y: number }, actions: object[] = []) => ({
    ...{ nodeId, sequenceId: index * 2, released: true, actions },
    nodePosition: { ...at, mapId, allowedDeviationXY: { a: 1, b: 1, theta: 0 } },
  });
  const promote = {
    ...{ actionId: `${orderId}.0`, actionType: 'promote', blockingType: 'HARD' },
    actionParameters: [
      { key: 'route', value: ['a', 'b'] },
      { key: 'loops', value: 3 },
      { key: 'audioSlots', value: [2] },
      { key: 'intervalS', value: 5 },
      { key: 'speed', value: 0.8 },
    ],
  };
  robot.receive('order', {
    ...{ orderId, orderUpdateId: 0 },
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
  for (let i = 0; i < 60 && robot.computer.robot.run?.tour === undefined; i++) robot.live(1);
  expect(robot.computer.robot.mode).toBe('PROMOTION');
  for (let i = 0; i < 120 && robot.computer.robot.book.active; i++) robot.live(1);
  robot.live(2);
  const report = robot.sent
    .filter(({ topic }) => topic.endsWith('/xReport'))
    .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  expect(report.at(-1)).toMatchObject({ runId: orderId, result: 'SUCCESS', loops: 3 });
  expect(Number(report.at(-1)?.['plays'])).toBeGreaterThan(2);
});
