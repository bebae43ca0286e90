import { expect, test } from 'vitest';
import { createGrid, FREE, OCCUPIED, type Grid } from '../files/grid.ts';
import { polygonMask } from './mask.ts';
import { maskZones } from './mask-zones.ts';
import { cornerCount, outlinesOf } from '../geometry/outline.ts';
import { piecesOf, wholeRaster, withoutPinches } from '../geometry/region.ts';
import { isSimple, polygonArea, signedArea } from '../geometry/polygon.ts';

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

/** A mask where a test says which cells are kept out. */
function masked(width: number, height: number, isOut: (column: number, row: number) => boolean) {
  const grid = createGrid({ width, height, resolution: 0.05, originX: -3, originY: 7 }, FREE);
  grid.cells.forEach((_, i) => {
    if (isOut(i % width, Math.floor(i / width))) grid.cells[i] = OCCUPIED;
  });
  return grid;
}

test('the corners of a region are counted as they are traced', () => {
  const mask = drawn('..##..', '#.##.#', '######', '#.....', '#.###.');
  const region = withoutPinches(
    wholeRaster(
      mask,
      mask.cells.map((value) => (value === OCCUPIED ? 1 : 0)),
    ),
  );
  const traced = [...piecesOf(region, 1)].flatMap(outlinesOf);
  expect(cornerCount(region)).toBe(traced.reduce((sum, { corners }) => sum + corners.length, 0));
});

test('a thin line across a whole floor is cut into small pieces and loses nothing', () => {
  const side = 1_800;
  const mask = masked(side, side, (column, row) => Math.abs(column - row) < 20);
  const zones = maskZones(mask);
  const occupiedM2 = mask.cells.filter((value) => value === OCCUPIED).length * 0.0025;
  expect(zones.length).toBeLessThan(60);
  expect(totalArea(zones) / occupiedM2).toBeCloseTo(1, 1);
});

test('noise is taken less sharply, keeps out more and never less, and ends soon', () => {
  let state = 3;
  const mask = masked(1_501, 1_501, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state > 2 ** 31;
  });
  const zones = maskZones(mask);
  expect(zones.length).toBeLessThan(100);
  const covered = cover(mask, zones);
  const missed = mask.cells.filter((value, i) => value === OCCUPIED && covered[i] === 0).length;
  expect(missed / mask.cells.length).toBeLessThan(0.001);
});

test('beyond the most zones asked for the work ends', () => {
  const mask = masked(400, 400, (column, row) => column % 20 < 12 && row % 20 < 12);
  expect(maskZones(mask)).toHaveLength(400);
  expect(maskZones(mask, { maxZones: 7 })).toHaveLength(8);
});
