import { gunzipSync } from 'node:zlib';
import {
  coverageFromPasses,
  coverageOf,
  coverageOver,
  createBrush,
  decodeTrajectory,
  paintTrajectory,
  polygonMask,
  type Coverage,
  type Pose,
} from '@sweepline/map-core';
import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { cleaningFlag } from '../../robot/world/trail.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { cleaningOrder } from '../../test-kit/robots.ts';
import type { Outgoing } from './envelope.ts';

type PathTuple = readonly [agoMs: number, x: number, y: number, theta: number, flags: number];
interface Step extends Pose {
  cleaning: boolean;
}

const bodyOf = ({ payload }: Outgoing) =>
  JSON.parse(payload) as Record<string, never> & { timestamp: string };
const widthM = 0.5;

/** Paints a path like the console: the tool is down towards each place with the cleaning flag. */
function painted(grid: Parameters<typeof coverageOver>[0], path: readonly Step[]): Coverage {
  const coverage = coverageOver(grid);
  const brush = createBrush(coverage, { toolWidthM: widthM });
  for (const step of path) {
    if (step.cleaning) brush.paintTo(step);
    else brush.moveTo(step);
  }
  return coverage;
}

/** The cells that differ, as a share of the first area. */
function difference(a: Coverage, b: Coverage) {
  let cells = 0;
  for (let i = 0; i < a.passes.length; i++) if (a.passes[i]! > 0 !== b.passes[i]! > 0) cells++;
  return cells / a.coveredCells;
}

/** A run without a watching console: its driven path and its messages. */
function aRunWithoutViewer(silent: (second: number) => boolean = () => false) {
  const { computer, world, sent, advance, receive } = aComputer('J30', 11, { speedup: 1, mtbfH: Infinity });
  computer.connected();
  advance(3);
  receive('order', cleaningOrder(world, ['Reception']));
  const driven: Step[] = [];
  for (
    let second = 0;
    second < 600 && (second < 5 || computer.robot.run?.state === 'IN_PROGRESS');
    second++
  ) {
    if (silent(second) !== silent(second - 1)) {
      if (silent(second)) computer.disconnected();
      else computer.connected();
    }
    advance(1, () => driven.push({ ...computer.robot.drive.pose, cleaning: computer.robot.tools.down }));
  }
  return { grid: world.grid, driven, sent };
}

const reportedPath = (sent: readonly Outgoing[]): (Step & { atMs: number })[] =>
  sent
    .filter(({ name }) => name === 'xTelemetry')
    .flatMap((message) => {
      const { timestamp, way = [] } = bodyOf(message) as { timestamp: string; way?: PathTuple[] };
      return way.map(([agoMs, x, y, theta, flags]) => ({
        x,
        y,
        theta,
        atMs: Date.parse(timestamp) - agoMs,
        cleaning: (flags & cleaningFlag) !== 0,
      }));
    });

test('the area painted from the reported path equals the cleaned area without a watching console', () => {
  const { grid, driven, sent } = aRunWithoutViewer();
  const truth = painted(grid, driven);
  const path = reportedPath(sent);
  expect(path.map(({ atMs }) => atMs)).toEqual(path.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  expect(difference(truth, painted(grid, path))).toBeLessThan(0.02);
  // The positions of `visualization`, sent every five seconds, would paint another area.
  const places = sent
    .filter(({ name }) => name === 'visualization')
    .map((message) => {
      const { mobileRobotPosition } = bodyOf(message) as unknown as { mobileRobotPosition: Pose };
      return { ...mobileRobotPosition, cleaning: true };
    });
  expect(difference(truth, painted(grid, places))).toBeGreaterThan(0.1);
  for (const { payload } of sent) expect(payload.length).toBeLessThan(10_000);
});

test('the path of a run and its coverage picture agree within 1 % of the zone', async () => {
  const files: Record<string, Uint8Array> = {};
  const upload = (kind: string, _name: string, bytes: Uint8Array) => {
    files[kind] = bytes;
    return Promise.resolve(kind);
  };
  const { computer, world, advance, receive } = aComputer('J30', 11, { mtbfH: Infinity, upload });
  computer.connected();
  advance(3);
  receive('order', cleaningOrder(world, ['Reception']));
  for (let second = 0; second < 600 && !files['COVERAGE']; second++) {
    advance(1);
    await Promise.resolve();
  }
  const trajectory = decodeTrajectory(gunzipSync(files['TRAJECTORY']!).toString());
  if (!trajectory.ok) throw new Error(trajectory.fault);
  const { width, height, data } = decode(files['COVERAGE']!);
  const { originX, originY } = world.grid;
  const raster = { width, height, resolution: 0.1, originX, originY };
  const picture = coverageFromPasses(raster, Uint8Array.from(data));
  const along = coverageOver(raster);
  paintTrajectory(
    along,
    trajectory.value.flatMap(({ points }) => points),
    { toolWidthM: widthM },
  );
  const zone = world.elements.polygons.find(({ name }) => name === 'Reception')!;
  const target = polygonMask(raster, zone.points, world.grid);
  const [byPicture, byPath] = [coverageOf(picture, target), coverageOf(along, target)];
  expect(byPicture.share).toBeGreaterThan(0.8);
  expect(Math.abs(byPicture.share - byPath.share)).toBeLessThan(0.01);
});

test('the tool is down in the path from the place where it was lowered to the place where it was lifted', () => {
  const { computer, world, advance, receive } = aComputer('J30', 11, { speedup: 1, mtbfH: Infinity });
  computer.connected();
  advance(3);
  receive('order', cleaningOrder(world, ['Reception']));
  const changes: Pose[] = [];
  let was = false;
  let last = computer.robot.drive.pose;
  for (let second = 0; second < 300; second++)
    advance(1, () => {
      const { drive, tools } = computer.robot;
      if (tools.down !== was) changes.push(last);
      was = tools.down;
      last = { ...drive.pose };
    });
  const trail = computer.robot.run!.trail;
  expect(changes.length).toBeGreaterThan(3);
  for (const place of changes) {
    const away = trail.flatMap(([, x, y, , flags]) =>
      flags === cleaningFlag ? [Math.hypot(x - place.x, y - place.y)] : [],
    );
    expect(Math.min(...away)).toBeLessThan(0.01);
  }
});

test('the path driven during a connection loss is reported after the reconnect', () => {
  const { grid, driven, sent } = aRunWithoutViewer((second) => second > 60 && second < 150);
  expect(difference(painted(grid, driven), painted(grid, reportedPath(sent)))).toBeLessThan(0.02);
});

test.each([1, 10])(
  'a path before a reconnect has the right times at speedup %i, also after driving by hand',
  (speedup) => {
    const { computer, world, sent, advance, receive } = aComputer('J30', 11, { speedup, mtbfH: Infinity });
    const places: { atMs: number; x: number; y: number }[] = [];
    let atMs = Date.parse('2026-11-20T08:00:00.000Z');
    const drive = (seconds: number) =>
      advance(seconds, () => {
        atMs += 50;
        places.push({ atMs, ...computer.robot.drive.pose });
      });
    computer.connected();
    drive(3);
    receive('order', cleaningOrder(world, ['Reception']));
    drive(100 / speedup);
    computer.disconnected();
    drive(100 / speedup);
    const sessionId = '0193f0c2-7a31-7c55-9d0e-000000000014';
    computer.robot.teleop.begin({ sessionId, maxV: 0.4, maxW: 0.6, deadmanMs: 400, maxSeconds: 60 });
    drive(20);
    computer.robot.teleop.close(sessionId, true, () => {});
    drive(20 / speedup);
    const before = sent.length;
    computer.connected();
    drive(2);
    const path = reportedPath(sent.slice(before));
    expect(path.length).toBeGreaterThan(20);
    for (const point of path) {
      const near = places.filter((place) => Math.abs(place.atMs - point.atMs) <= 150);
      const awayM = Math.min(...near.map(({ x, y }) => Math.hypot(x - point.x, y - point.y)));
      expect(awayM).toBeLessThan(0.4);
    }
  },
);
