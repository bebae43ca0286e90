import { pairsOf } from '@sweepline/contract/robot';
import { createGrid, FREE } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { noElements, type World } from '../../world/world.ts';
import { bundleFor } from './map-bundle.ts';

type Body = Record<string, unknown>;

function aHall(name: string, dockX: number): World {
  const grid = createGrid({ width: 280, height: 160, resolution: 0.05, originX: 0, originY: 0 }, FREE);
  const dock = { id: `dock of ${name}`, type: 'CHARGING', name: 'Dock', x: dockX, y: 4, theta: 0 };
  return { mapId: newId(), mapVersion: '1', name, grid, elements: { ...noElements(), points: [dock] } };
}

function aRobotBetween(home: World, next: World) {
  const { computer, advance, receive, sent } = aComputer('J30', 1, {
    mtbfH: Infinity,
    speedup: 2,
    floor: home,
    fetchMap: () => Promise.resolve(bundleFor(next, '1', 'console')),
  });
  computer.connected();
  advance(5);
  let laneSeq = 0;
  const stateNow = () => {
    const { payload } = sent.findLast(({ name }) => name === 'state')!;
    return JSON.parse(payload) as Body & { mobileRobotPosition: Body; instantActionStates: Body[] };
  };
  const act = async (actionType: string, parameters: Body) => {
    const action = { actionType, actionId: newId(), blockingType: 'NONE' };
    receive('instantActions', { actions: [{ ...action, actionParameters: pairsOf(parameters) }] });
    await new Promise(setImmediate);
    advance(2);
    return stateNow().instantActionStates.find(({ actionId }) => actionId === action.actionId);
  };
  const command = (type: string, params: Body = {}) => {
    const ids = { commandId: newId(), laneSeq: ++laneSeq, issuedAt: '', ttlMs: 60_000, timeoutMs: 60_000 };
    receive('xCommand', { ...ids, type, lane: 'MOTION', attempt: 1, params });
    const { payload } = sent.findLast(
      ({ name, payload: text }) => name === 'xReply' && text.includes(ids.commandId),
    )!;
    return JSON.parse(payload) as Body;
  };
  const setPose = (world: World, x: number, y: number) =>
    act('initializePosition', { x, y, theta: 0, mapId: world.mapId, lastNodeId: '' });
  const take = async (version = '1') => {
    const map = { mapId: next.mapId, mapVersion: version };
    await act('downloadMap', { ...map, mapDownloadLink: '/map', mapHash: '' });
    await act('enableMap', map);
  };
  return { robot: computer.robot, advance, stateNow, command, setPose, take };
}

test('a robot is relocated onto another enabled map, uses its charger, and returns to its first map', async () => {
  const [home, next] = [aHall('Home', 2), aHall('Next', 12)];
  const { robot, stateNow, command, setPose, take } = aRobotBetween(home, next);
  expect(command('relocation.enter', { mapId: next.mapId })).toMatchObject({
    status: 'REJECTED',
    code: 'BAD_PARAMS',
  });
  await take();
  expect(command('relocation.enter', { mapId: next.mapId })).toMatchObject({ status: 'SUCCEEDED' });
  await setPose(next, 6, 3);
  expect(stateNow().mobileRobotPosition).toMatchObject({ mapId: next.mapId, x: 6, y: 3, localized: true });
  expect(Number(stateNow().mobileRobotPosition['localizationScore'])).toBeGreaterThanOrEqual(0.6);
  expect(robot.relocating).toBe(false);
  expect(robot.dock?.id).toBe('dock of Next');

  command('relocation.enter', { mapId: home.mapId });
  await setPose(home, 3, 4);
  expect(stateNow().mobileRobotPosition).toMatchObject({ mapId: home.mapId, x: 3, localized: true });
  expect(robot.dock?.id).toBe('dock of Home');
});

test('a pose outside another map is reported with a low score, and the robot keeps its map when the mode ends', async () => {
  const [home, next] = [aHall('Home', 2), aHall('Next', 12)];
  const { robot, stateNow, command, setPose, take } = aRobotBetween(home, next);
  const before = { ...robot.drive.pose };
  await take();
  command('relocation.enter', { mapId: next.mapId });
  await setPose(next, 40, 3);
  expect(stateNow().mobileRobotPosition).toMatchObject({ mapId: next.mapId, x: 40, localized: false });
  expect(robot.relocating).toBe(true);
  command('relocation.exit');
  expect(robot.world.mapId).toBe(home.mapId);
  expect(robot.drive.pose).toEqual(before);
});
