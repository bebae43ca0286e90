import { expect, test } from 'vitest';
import { createGrid, FREE, OCCUPIED, type Grid } from './grid.ts';
import { polygonMask } from './mask.ts';
import { maskZones } from './mask-zones.ts';
import { isSimple, polygonArea, signedArea } from './polygon.ts';

/** A mask drawn in text: `#` is kept out. One cell is one metre, the lower-left corner the origin. */
function drawn(...rows: string[]): Grid {
  const grid = createGrid(
    { width: rows[0]!.length, height: rows.length, resolution: 1, originX: 0, originY: 0 },
    FREE,
  );
  rows.forEach((row, r) =>
    [...row].forEach((sign, c) => sign === '#' && (grid.cells[r * grid.width + c] = OCCUPIED)),
  );
  return grid;
}

const totalArea = (zones: ReturnType<typeof maskZones>) =>
  zones.reduce((sum, zone) => sum + polygonArea(zone), 0);

/** How often each cell's centre lies within a zone. */
const cover = (mask: Grid, zones: ReturnType<typeof maskZones>) => {
  const count = new Uint8Array(mask.cells.length);
  for (const zone of zones) polygonMask(mask, zone).forEach((cell, i) => (count[i]! += cell));
  return count;
};

test('a rectangle becomes its four corners, counter-clockwise', () => {
  const [zone, ...others] = maskZones(drawn('.....', '.###.', '.###.'));
  expect(others).toEqual([]);
  expect(new Set(zone!.map(({ x, y }) => `${x},${y}`))).toEqual(new Set(['1,0', '4,0', '4,2', '1,2']));
  expect(signedArea(zone!)).toBe(6);
});

test('a ring is cut into pieces without holes that together cover exactly the ring', () => {
  const mask = drawn('#######', '#.....#', '#.....#', '#..#..#', '#.....#', '#######');
  const zones = maskZones(mask);
  expect(zones.length).toBe(3);
  expect([...cover(mask, zones)]).toEqual([...mask.cells].map((value) => (value === OCCUPIED ? 1 : 0)));
});

test('cells that meet at a corner are joined, so that no outline touches itself', () => {
  const zones = maskZones(drawn('##..', '##..', '..##', '..##'));
  expect(zones).toHaveLength(1);
  expect(isSimple(zones[0]!)).toBe(true);
});

test('specks and pockets below the least area are no zones and no holes', () => {
  const zones = maskZones(drawn('.......', '.#####.', '.#.###.', '.#####.', '.......', '......#'), {
    minAreaM2: 2,
  });
  expect(zones).toHaveLength(1);
  expect(polygonArea(zones[0]!)).toBe(15);
});

test('what is wall on the ground anyway becomes no zone', () => {
  const zones = maskZones(drawn('###', '###'), { ground: drawn('#..', '#..') });
  expect(totalArea(zones)).toBe(4);
});

test('a ragged blob is cut until every zone is simple and has few enough corners', () => {
  const mask = createGrid({ width: 160, height: 120, resolution: 0.1, originX: -8, originY: 3 }, FREE);
  let state = 5;
  for (let i = 0; i < mask.cells.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const [column, row] = [i % 160, Math.floor(i / 160)];
    if (Math.hypot(column - 80, row - 60) + (state >>> 24) / 16 < 55) mask.cells[i] = OCCUPIED;
  }
  const zones = maskZones(mask, { maxCorners: 60 });
  expect(zones.length).toBeGreaterThan(1);
  for (const zone of zones) {
    expect(zone.length).toBeLessThanOrEqual(60);
    expect(isSimple(zone)).toBe(true);
    expect(signedArea(zone)).toBeGreaterThan(0);
  }
  const occupied = mask.cells.filter((value) => value === OCCUPIED).length * 0.01;
  expect(totalArea(zones) / occupied).toBeCloseTo(1, 1);
});
