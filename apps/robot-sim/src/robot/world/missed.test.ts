import { inside, type Point } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { aRobot, advance } from '../../test-kit/test-robot.ts';
import { areaOf, cleaningOrder, office } from '../../test-kit/robots.ts';
import { abortOrder, startOrder } from '../drive/order-work.ts';
import type { MissedSpot } from '../run.ts';

const world = office();
const outline = (name: string) => areaOf(world, name).points;
const reasonsIn = (missed: readonly MissedSpot[], polygon: readonly Point[]) => [
  ...new Set(missed.filter((spot) => inside(spot, polygon)).map(({ reason }) => reason)),
];

test('a run that cleans its whole area reports no missed spots', () => {
  const { robot, ended } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Reception']), 'CLOUD');
  advance(robot, 20_000);
  expect(ended[0]!.missed).toEqual([]);
});

test('a run stopped by a user reports its uncleaned floor as STOPPED, including unbegun areas', () => {
  const { robot, ended } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Reception', 'Corridor']), 'CLOUD');
  advance(robot, 300);
  abortOrder(robot, 'USER_CANCELED');
  const [run] = ended;
  expect(reasonsIn(run!.missed, outline('Reception'))).toEqual(['STOPPED']);
  expect(reasonsIn(run!.missed, outline('Corridor'))).toEqual(['STOPPED']);
  expect(run!.areas.map(({ areaId, cleanedM2 }) => [areaId, cleanedM2 > 0])).toEqual([
    [areaOf(world, 'Reception').id, true],
    [areaOf(world, 'Corridor').id, false],
  ]);
  expect(run!.areas[1]!.plannedM2).toBeGreaterThan(100);
});

test('a run that may not charge reports its rest as BATTERY_LOW', () => {
  const { robot, ended } = aRobot(world, { socPct: 17 });
  startOrder(robot, cleaningOrder(world, ['Reception'], { minSoc: 15, resumeAfterCharge: false }), 'CLOUD');
  advance(robot, 20_000);
  expect(ended[0]).toMatchObject({ state: 'INTERRUPTED', code: 'BATTERY_LOW' });
  expect(reasonsIn(ended[0]!.missed, outline('Reception'))).toEqual(['BATTERY_LOW']);
});

test('a robot without a charger of its own ends its run at minSoc', () => {
  const { robot, ended } = aRobot(world, { socPct: 17, dock: undefined });
  startOrder(robot, cleaningOrder(world, ['Reception'], { minSoc: 15 }), 'CLOUD');
  advance(robot, 20_000);
  expect(ended[0]).toMatchObject({ state: 'INTERRUPTED', code: 'BATTERY_LOW' });
  expect(robot.power.socPct).toBeGreaterThan(14);
});

test('a run with an obstacle cleans around it and reports its place as OBSTACLE', () => {
  const { robot, ended } = aRobot(world, { plannedFaults: [{ code: '40202', atS: 180 }] });
  startOrder(robot, cleaningOrder(world, ['Reception'], { pattern: 'BOUSTROPHEDON' }), 'CLOUD');
  let obstacle: Point | undefined;
  advance(robot, 20_000, () => {
    if (robot.alarms.has('40202')) obstacle = { ...robot.drive.pose };
  });
  expect(ended[0]!.state).toBe('COMPLETE');
  expect(ended[0]!.missed).toMatchObject([{ reason: 'OBSTACLE', areaId: areaOf(world, 'Reception').id }]);
  const [spot] = ended[0]!.missed;
  expect(Math.hypot(spot!.x - obstacle!.x, spot!.y - obstacle!.y)).toBeLessThan(1.5);
  expect(ended[0]!.areas[0]!.cleanedM2).toBeGreaterThan(ended[0]!.areas[0]!.plannedM2 - 3);
});

test('floor in a forbidden zone is reported as NO_GO', () => {
  const { robot, ended } = aRobot(world);
  const [a, , c] = outline('Reception');
  const middle = { x: (a!.x + c!.x) / 2, y: (a!.y + c!.y) / 2 };
  const corner = (dx: number, dy: number) => ({ x: middle.x + dx, y: middle.y + dy });
  const closed = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  robot.applyZones({
    zoneSetId: 'closed',
    mapId: world.mapId,
    zones: [{ zoneId: 'new', zoneType: 'BLOCKED', vertices: closed }],
  });
  startOrder(robot, cleaningOrder(world, ['Reception']), 'CLOUD');
  advance(robot, 20_000);
  expect(reasonsIn(ended[0]!.missed, closed)).toEqual(['NO_GO']);
  expect(ended[0]!.missed.every(({ reason }) => reason === 'NO_GO')).toBe(true);
});
