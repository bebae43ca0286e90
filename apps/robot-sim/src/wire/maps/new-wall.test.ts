import { createHash } from 'node:crypto';
import { createGrid, FREE, segmentsMeet, type Point } from '@sweepline/map-core';
import { pairsOf } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { noElements, type World } from '../../world/world.ts';
import { bundleFor } from './map-bundle.ts';

/** A hall of 14 × 8 m with a dock at one end, and nothing in it. */
function aHall(): World {
  const grid = createGrid({ width: 280, height: 160, resolution: 0.05, originX: 0, originY: 0 }, FREE);
  const dock = { id: 'dock', type: 'CHARGING', name: 'Dock', x: 2, y: 4, theta: 0 };
  return {
    mapId: newId(),
    mapVersion: '1',
    name: 'Hall',
    grid,
    elements: { ...noElements(), points: [dock] },
  };
}
const dock = { x: 2, y: 4 };
const there = { x: 12, y: 4 };
/** From the northern side of the hall across the way; round its southern end there is room. */
const wall = [
  { x: 7, y: 8 },
  { x: 7, y: 2.5 },
] as const;

function aRobotIn(hall: World, next: Uint8Array) {
  const { computer, live, receive } = aComputer('J30', 1, {
    ...{ mtbfH: Infinity, speedup: 2, floor: hall, fetchMap: () => Promise.resolve(next) },
  });
  const { robot } = computer;
  computer.connected();
  const node = ({ x, y }: Point, sequenceId: number) => ({
    ...{ nodeId: `n${sequenceId}`, sequenceId, released: true, actions: [] },
    nodePosition: { x, y, mapId: hall.mapId, allowedDeviationXY: { a: 1, b: 1, theta: 0 } },
  });
  return {
    robot,
    /** Sends it somewhere, and answers the way it took. */
    drive: (to: Point): Point[] => {
      const edges = [{ edgeId: 'e', sequenceId: 1, released: true, actions: [] }];
      const nodes = [node(robot.drive.pose, 0), node(to, 2)];
      receive('order', { orderId: newId(), orderUpdateId: 0, nodes, edges });
      const way: Point[] = [];
      live(60, () => way.push({ x: robot.drive.pose.x, y: robot.drive.pose.y }));
      expect(Math.hypot(robot.drive.pose.x - to.x, robot.drive.pose.y - to.y)).toBeLessThan(1.1);
      return way;
    },
    act: async (actionType: string, parameters: Record<string, unknown>) => {
      const action = { actionType, actionId: newId(), blockingType: 'NONE' };
      receive('instantActions', { actions: [{ ...action, actionParameters: pairsOf(parameters) }] });
      await expect.poll(() => robot.maps().map(({ mapVersion }) => mapVersion)).toContain('2');
    },
  };
}
const crosses = (way: readonly Point[]) =>
  way.some((place, i) => i > 0 && segmentsMeet(way[i - 1]!, place, ...wall));

test('the way that led through where a wall is published leads round it afterwards', async () => {
  const hall = aHall();
  const walled = { ...hall, elements: { ...hall.elements, walls: [{ id: 'w', points: [...wall] }] } };
  const bundle = bundleFor({ ...walled, mapVersion: '2' }, '1', '');
  const { robot, drive, act } = aRobotIn(hall, bundle);
  expect(crosses(drive(there))).toBe(true);
  drive(dock);
  const { mapId } = hall;
  const mapHash = createHash('sha256').update(bundle).digest('hex');
  await act('downloadMap', { mapId, mapVersion: '2', mapDownloadLink: 'x', mapHash });
  // A version that is only fetched changes nothing yet.
  expect(robot.world.mapVersion).toBe('1');
  await act('enableMap', { mapId, mapVersion: '2' });
  expect(robot.world.mapVersion).toBe('2');
  const round = drive(there);
  expect(crosses(round)).toBe(false);
  // Not only was the line spared: nothing of the robot, 0.3 m to each side, came into the wall.
  const beside = round.filter(({ y }) => y > 2.5);
  expect(Math.min(...beside.map(({ x }) => Math.abs(x - 7)))).toBeGreaterThan(0.25);
});
