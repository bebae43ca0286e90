import { expect, test } from 'vitest';
import { distanceToLine } from '../geometry/geometry.ts';
import {
  decodeTrajectory,
  encodeTrajectory,
  simplifiedTrajectory,
  type TrajectoryPoint,
} from './trajectory.ts';

const point = (t: number, x: number, y: number, cleaning = true): TrajectoryPoint => ({
  t,
  x,
  y,
  theta: Math.PI / 2,
  cleaning,
  manual: false,
  elevator: !cleaning,
});
const t0 = '2026-11-20T18:34:24.931Z';

test('a long trajectory is decoded within half a centimetre', () => {
  const points = Array.from({ length: 5_000 }, (_, i) => point(i * 100, Math.sin(i / 50) * 20, i * 0.0049));
  const read = decodeTrajectory(encodeTrajectory([{ runId: 'r', mapId: 'm', t0, points }]));
  if (!read.ok) throw new Error(read.detail);
  const [trajectory] = read.value;
  expect(trajectory).toMatchObject({ runId: 'r', mapId: 'm', t0 });
  expect(
    Math.max(...trajectory!.points.map((p, i) => Math.hypot(p.x - points[i]!.x, p.y - points[i]!.y))),
  ).toBeLessThan(0.0075);
  expect(trajectory!.points.at(-1)).toMatchObject({
    t: 499_900,
    cleaning: true,
    manual: false,
    elevator: false,
  });
  expect(trajectory!.points[7]!.theta).toBeCloseTo(Math.PI / 2, 6);
});

test('encodeTrajectory writes the protocol format with one header per map', () => {
  const text = encodeTrajectory([
    { runId: 'r', mapId: 'ground', t0, points: [point(0, 1, 2), point(500, 1.25, 2)] },
    { runId: 'r', mapId: 'first', t0, points: [point(9_000, 4, 5, false)] },
  ]);
  expect(text).toBe(
    `{"format":"traj-1","runId":"r","mapId":"ground","t0":"${t0}"}\n[0,100,200,9000,1]\n[500,25,0,9000,1]\n` +
      `{"format":"traj-1","runId":"r","mapId":"first","t0":"${t0}"}\n[9000,400,500,9000,4]\n`,
  );
  const read = decodeTrajectory(text);
  expect(read.ok && read.value.map(({ mapId, points }) => [mapId, points.length])).toEqual([
    ['ground', 2],
    ['first', 1],
  ]);
});

const header = `{"format":"traj-1","runId":"r","mapId":"m","t0":"${t0}"}\n`;
test.each([
  ['notTrajectory', ''],
  ['notTrajectory', 'hello'],
  ['notTrajectory', '{"format":"traj-2","runId":"r","mapId":"m","t0":"2026-01-01T00:00:00Z"}'],
  ['notTrajectory', '{"format":"traj-1","runId":"r","mapId":"m","t0":"yesterday"}'],
  ['badPoint', `${header}[1,2,3]`],
  ['badPoint', `${header}[1,2,3,4,8]`],
  ['badPoint', `${header}[1,2.5,3,4,0]`],
  ['badHeader', `${header}{"format":"traj-1"}`],
])('decodeTrajectory refuses an invalid file with %s', (fault, text) =>
  expect(decodeTrajectory(text)).toMatchObject({ ok: false, fault }),
);

test('simplifying stays within 5 cm and keeps the points where cleaning starts and ends', () => {
  const points = Array.from({ length: 3_000 }, (_, i) =>
    point(i * 100, i / 100, Math.sin(i / 100) + (i % 2) * 0.02, i > 900 && i < 2_000),
  );
  const simplified = simplifiedTrajectory(points);
  expect(simplified.length).toBeLessThan(200);
  expect(Math.max(...points.map((p) => distanceToLine(p, simplified)))).toBeLessThanOrEqual(0.05);
  for (const i of [900, 901, 1_999, 2_000]) expect(simplified).toContain(points[i]);
});
