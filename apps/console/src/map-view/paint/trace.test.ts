import { coveredAreaM2, distanceToLine } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { Trace } from './trace.ts';
import { RobotPath, type PathPoint } from './path.ts';

const point = (t: number, x: number, y = 0, cleaning = true): PathPoint => ({ t, x, y, theta: 0, cleaning });
const track = Array.from({ length: 101 }, (_, i) => point(i * 100, i / 10));
const tool = { toolWidthM: 0.6, box: { minX: -2, minY: -2, maxX: 13, maxY: 4 } };
const areaOf = (trace: Trace, until?: number) => coveredAreaM2(trace.coverage(until)!.coverage);

test('the cleaned area grows with the path and counts each place once', () => {
  const trace = new Trace(track.slice(0, 51), { tool });
  const half = areaOf(trace);
  trace.append(track.slice(40));
  expect(half).toBeCloseTo(5 * 0.6, 1);
  expect(areaOf(trace)).toBeCloseTo(10 * 0.6, 1);
  trace.append(track.map((p) => point(p.t + 20_000, p.x)));
  expect(areaOf(trace)).toBeCloseTo(10 * 0.6, 1);
});

test('a replay shows the earlier area, forwards and backwards', () => {
  const trace = new Trace(track, { tool });
  const all = areaOf(trace);
  expect(areaOf(trace, 5_000)).toBeLessThan(all * 0.6);
  expect(areaOf(trace, 10_000)).toBe(all);
  expect(areaOf(trace, -1)).toBe(0);
  expect(areaOf(trace)).toBe(all);
});

test('driving without cleaning adds no area', () => {
  const trace = new Trace(
    track.map((p) => ({ ...p, cleaning: p.t > 5_000 })),
    { tool },
  );
  expect(areaOf(trace, 5_000)).toBe(0);
  expect(areaOf(trace)).toBeGreaterThan(2);
});

test('without a tool there is a path but no area', () => {
  expect(new Trace(track).coverage()).toBeUndefined();
});

test('the robot of a replay is interpolated between two points', () => {
  const trace = new Trace([point(0, 0), point(1_000, 2, 0, false)]);
  expect(trace.at(500)).toMatchObject({ pose: { x: 1, y: 0 }, cleaning: true });
  expect(trace.at(-5)?.pose).toMatchObject({ x: 0 });
  expect(trace.at(9_999)).toMatchObject({ pose: { x: 2 }, cleaning: false });
  expect(new Trace([]).at(0)).toBeUndefined();
  expect(trace.recent(1_200)).toHaveLength(2);
});

test('a long path is simplified within 3 cm, without gaps and without duplicates', () => {
  const points = Array.from({ length: 3_000 }, (_, i) =>
    point(i * 100, i / 50, Math.sin(i / 200), i % 1_000 < 800),
  );
  const path = new RobotPath(points);
  path.append(points.slice(2_990));
  const stretches = path.stretches();
  const simplified = stretches.flatMap((stretch) => stretch.points);
  expect(simplified.length).toBeLessThan(points.length / 5);
  expect(Math.max(...points.map((p) => distanceToLine(p, simplified)))).toBeLessThanOrEqual(0.03 + 1e-9);
  stretches.slice(1).forEach((stretch, i) => expect(stretch.fromT).toBe(stretches[i]!.toT));
  expect(new Set(stretches.map(({ cleaning }) => cleaning)).size).toBe(2);
});
