import { createHash } from 'node:crypto';
import { createGrid, FREE, segmentsMeet, type Point } from '@sweepline/map-core';
import { pairsOf } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { noElements, type World } from '../../world/world.ts';
import { bundleFor } from './map-bundle.ts';

/** An empty hall of 14 × 8 m with a dock at one end. */
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
const farEnd = { x: 12, y: 4 };
/** A wall from the northern side across the route; its southern end leaves room to pass. */
const wall = [
  { x: 7, y: 8 },
  { x: 7, y: 2.5 },
] as const;

function aRobotIn(hall: World, next: Uint8Array) {
  const { computer, advance, receive } = aComputer('J30', 1, {
    mtbfH: Infinity,
    speedup: 2,
    floor: hall,
    fetchMap: () => Promise.resolve(next),
  });
  const { robot } = computer;
  computer.connected();
  const node = ({ x, y }: Point, sequenceId: number) => ({
    nodeId: `n${sequenceId}`,
    sequenceId,
    released: true,
    actions: [],
    nodePosition: { x, y, mapId: hall.mapId, allowedDeviationXY: { a: 1, b: 1, theta: 0 } },
  });
  return {
    robot,
    /** Sends the robot to a place. Returns the driven path. */
    drive: (to: Point): Point[] => {
      const edges = [{ edgeId: 'e', sequenceId: 1, released: true, actions: [] }];
      const nodes = [node(robot.drive.pose, 0), node(to, 2)];
      receive('order', { orderId: newId(), orderUpdateId: 0, nodes, edges });
      const path: Point[] = [];
      advance(60, () => path.push({ x: robot.drive.pose.x, y: robot.drive.pose.y }));
      expect(Math.hypot(robot.drive.pose.x - to.x, robot.drive.pose.y - to.y)).toBeLessThan(1.1);
      return path;
    },
    sendInstantAction: async (actionType: string, parameters: Record<string, unknown>) => {
      const action = { actionType, actionId: newId(), blockingType: 'NONE' };
      receive('instantActions', { actions: [{ ...action, actionParameters: pairsOf(parameters) }] });
      await expect.poll(() => robot.maps().map(({ mapVersion }) => mapVersion)).toContain('2');
    },
  };
}
const crosses = (path: readonly Point[]) =>
  path.some((place, i) => i > 0 && segmentsMeet(path[i - 1]!, place, ...wall));

test('a robot drives around a wall once the map version with the wall is enabled', async () => {
  const hall = aHall();
  const walled = { ...hall, elements: { ...hall.elements, walls: [{ id: 'w', points: [...wall] }] } };
  const bundle = bundleFor({ ...walled, mapVersion: '2' }, '1', '');
  const { robot, drive, sendInstantAction } = aRobotIn(hall, bundle);
  expect(crosses(drive(farEnd))).toBe(true);
  drive(dock);
  const { mapId } = hall;
  const mapHash = createHash('sha256').update(bundle).digest('hex');
  await sendInstantAction('downloadMap', { mapId, mapVersion: '2', mapDownloadLink: 'x', mapHash });
  // A downloaded version has no effect before it is enabled.
  expect(robot.world.mapVersion).toBe('1');
  await sendInstantAction('enableMap', { mapId, mapVersion: '2' });
  expect(robot.world.mapVersion).toBe('2');
  const detour = drive(farEnd);
  expect(crosses(detour)).toBe(false);
  // The robot, 0.3 m to each side, stayed clear of the wall.
  const nearWall = detour.filter(({ y }) => y > 2.5);
  expect(Math.min(...nearWall.map(({ x }) => Math.abs(x - 7)))).toBeGreaterThan(0.25);
});
