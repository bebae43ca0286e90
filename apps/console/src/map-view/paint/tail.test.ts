import { expect, test } from 'vitest';
import type { PathPoint } from './path.ts';
import type { Robot, RobotState } from './robots.ts';
import { tailTo } from './tail.ts';

const path: PathPoint[] = [0, 1].map((x) => ({ t: x * 1_000, x, y: 0, theta: 0, cleaning: true }));
const robotAt = (x: number, state: RobotState = 'working'): Robot => ({
  id: 'r1',
  name: 'R1',
  state,
  pose: { x, y: 0, theta: 0 },
});

test('the drawn path reaches the robot, which is painted ahead of the last received point', () => {
  expect(tailTo(path, [robotAt(1.6)]).at(-1)).toEqual({ x: 1.6, y: 0 });
});

test('the path is not continued to a robot that stands, is far away, or is one of several', () => {
  expect(tailTo(path, [robotAt(1.6, 'quiet')])).toEqual(path);
  expect(tailTo(path, [robotAt(9)])).toEqual(path);
  expect(tailTo(path, [robotAt(1.6), robotAt(2)])).toEqual(path);
  expect(tailTo([], [robotAt(1.6)])).toEqual([]);
});
