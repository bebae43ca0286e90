import { coverageOver, createBrush, type Coverage, type Point } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { cleaningFlag } from '../../robot/world/trail.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { cleaningOrder } from '../../test-kit/robots.ts';
import type { Outgoing } from './envelope.ts';

type Told = readonly [agoMs: number, x: number, y: number, theta: number, flags: number];
interface Step extends Point {
  cleaning: boolean;
}

const bodyOf = ({ payload }: Outgoing) =>
  JSON.parse(payload) as Record<string, never> & { timestamp: string };
const widthM = 0.5;

/** As the console paints the cleaned area: the tool is down on the way to each place that says so. */
function painted(grid: Parameters<typeof coverageOver>[0], way: readonly Step[]): Coverage {
  const coverage = coverageOver(grid);
  const brush = createBrush(coverage, widthM);
  for (const step of way) {
    if (step.cleaning) brush.paintTo(step);
    else brush.moveTo(step);
  }
  return coverage;
}

/** Share of the first area that the two do not have in common. */
function difference(a: Coverage, b: Coverage) {
  let cells = 0;
  for (let i = 0; i < a.passes.length; i++) if (a.passes[i]! > 0 !== b.passes[i]! > 0) cells++;
  return cells / a.coveredCells;
}

/** A run nobody watches: how it went, and what was said of it. */
function anUnwatchedRun(silent: (second: number) => boolean = () => false) {
  const { computer, world, sent, live, receive } = aComputer('J30', 11, { speedup: 1, mtbfH: Infinity });
  computer.connected();
  live(3);
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
    live(1, () => driven.push({ ...computer.robot.drive.pose, cleaning: computer.robot.toolDown }));
  }
  return { grid: world.grid, driven, sent };
}

const told = (sent: readonly Outgoing[]): (Step & { atMs: number })[] =>
  sent
    .filter(({ name }) => name === 'xTelemetry')
    .flatMap((message) => {
      const { timestamp, way = [] } = bodyOf(message) as { timestamp: string; way?: Told[] };
      return way.map(([agoMs, x, y, , flags]) => ({
        ...{ x, y, atMs: Date.parse(timestamp) - agoMs, cleaning: (flags & cleaningFlag) !== 0 },
      }));
    });

test('the area drawn from what an unwatched robot says is the one it cleaned, corners and all', () => {
  const { grid, driven, sent } = anUnwatchedRun();
  const truth = painted(grid, driven);
  const way = told(sent);
  expect(way.map(({ atMs }) => atMs)).toEqual(way.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  expect(difference(truth, painted(grid, way))).toBeLessThan(0.02);
  // Its places alone, said every five seconds, would draw another area.
  const places = sent
    .filter(({ name }) => name === 'visualization')
    .map((message) => {
      const { mobileRobotPosition } = bodyOf(message) as unknown as { mobileRobotPosition: Point };
      return { ...mobileRobotPosition, cleaning: true };
    });
  expect(difference(truth, painted(grid, places))).toBeGreaterThan(0.1);
  for (const { payload } of sent) expect(payload.length).toBeLessThan(8_000);
});

test('what was driven while the line was down is told when it is back', () => {
  const { grid, driven, sent } = anUnwatchedRun((second) => second > 60 && second < 150);
  expect(difference(painted(grid, driven), painted(grid, told(sent)))).toBeLessThan(0.02);
});
