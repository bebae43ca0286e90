import { createGrid, FREE, OCCUPIED } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { between, randomFrom } from '../random.ts';
import { squaredDistances } from './distances.ts';
import { Drive, stepS } from './drive.ts';
import { Footing } from './footing.ts';
import { routeBetween } from './route.ts';
import { terrainOf } from './terrain.ts';

test('squared distances equal those of a brute-force search over every cell', () => {
  const [width, height, cap] = [37, 29, 9];
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomFrom(seed);
    const marked = Uint8Array.from({ length: width * height }, () => Number(random() < 0.03));
    const distances = squaredDistances(marked, width, height, cap);
    for (let i = 0; i < marked.length; i++) {
      let minSquare = cap * cap + 1;
      for (let j = 0; j < marked.length; j++) {
        if (marked[j] === 0) continue;
        const [dx, dy] = [(i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width)];
        if (Math.abs(dx) <= cap && Math.abs(dy) <= cap) minSquare = Math.min(minSquare, dx * dx + dy * dy);
      }
      expect(distances[i]).toBe(minSquare);
    }
  }
});

/** A hall of 20 × 15 m with pillars at random. */
function hall(seed: number) {
  const random = randomFrom(seed);
  const grid = createGrid({ width: 400, height: 300, resolution: 0.05, originX: -3, originY: 2 }, FREE);
  for (let pillar = 0; pillar < 45; pillar++) {
    const [column, row, size] = [random() * 390, random() * 290, 4 + random() * 16];
    for (let r = Math.floor(row); r < Math.min(300, row + size); r++) {
      for (let c = Math.floor(column); c < Math.min(400, column + size); c++)
        grid.cells[r * 400 + c] = OCCUPIED;
    }
  }
  return new Footing(terrainOf(grid, []), 0.55);
}

test('a route exists between any two connected places and crosses clear floor only', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const footing = hall(seed);
    const random = randomFrom(seed + 100);
    const place = () => ({ x: between(random, -2, 16), y: between(random, 3, 16) });
    for (let tries = 0; tries < 20; tries++) {
      const [a, b] = [place(), place()];
      if (!footing.canStand(a.x, a.y) || !footing.canStand(b.x, b.y)) continue;
      const path = routeBetween(footing, a.x, a.y, b.x, b.y);
      const joined = footing.regionAt(a.x, a.y) === footing.regionAt(b.x, b.y);
      if (joined) expect(path).toBeDefined();
      // The first and last stretch connect to the nav grid, which may be one cell aside.
      for (let i = 4; path && i < path.length - 2; i += 2) {
        expect(footing.clearLine(path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!)).toBe(true);
      }
    }
  }
});

test('a drive stays within its limits and on its path until it arrives', () => {
  const drive = new Drive({ x: 0, y: 0, theta: 1 });
  const path = Float64Array.of(0, 0, 4, 0, 4, 3, 1, 3, 1, 2.9, 2, 2.8);
  drive.follow(path, 0.8);
  let [v, theta, driven] = [0, 1, 0];
  for (let i = 0; i < 2000 && !drive.arrived; i++) {
    driven += drive.step(() => true);
    expect(drive.v).toBeLessThanOrEqual(0.8 + 1e-9);
    expect(drive.v - v).toBeLessThanOrEqual(0.5 * stepS + 0.03);
    const turned = Math.abs(
      Math.atan2(Math.sin(drive.pose.theta - theta), Math.cos(drive.pose.theta - theta)),
    );
    expect(turned).toBeLessThanOrEqual(stepS + 1e-9);
    [v, theta] = [drive.v, drive.pose.theta];
    expect(distanceTo(path, drive.pose.x, drive.pose.y)).toBeLessThan(0.03);
  }
  expect(drive.arrived).toBe(true);
  expect(Math.hypot(drive.pose.x - 2, drive.pose.y - 2.8)).toBeLessThan(0.01);
  expect(driven).toBeGreaterThan(11);
  expect(driven).toBeLessThan(11.3);
});

test('a drive stops before a forbidden place and counts the seconds it is stuck', () => {
  const drive = new Drive({ x: 0, y: 0, theta: 0 });
  drive.follow(Float64Array.of(0, 0, 4, 0), 0.8);
  for (let i = 0; i < 400; i++) drive.step((x) => x < 2);
  expect(drive.pose.x).toBeLessThan(2);
  expect(drive.arrived).toBe(false);
  expect(drive.stuckS).toBeGreaterThan(2);
});

function distanceTo(path: Float64Array, x: number, y: number) {
  let minM = Infinity;
  for (let i = 2; i < path.length; i += 2) {
    const [ax, ay, bx, by] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!];
    const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2));
    minM = Math.min(minM, Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y));
  }
  return minM;
}
