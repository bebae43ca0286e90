import { expect, test } from 'vitest';
import { createGrid, FREE, OCCUPIED, type Grid } from '../files/grid.ts';
import { polygonMask } from './mask.ts';
import { maskZones } from './mask-zones.ts';
import { cornerCount, outlinesOf } from '../geometry/outline.ts';
import { piecesOf, wholeRaster, withoutPinches } from '../geometry/region.ts';
import { isSimple, polygonArea, signedArea } from '../geometry/polygon.ts';

/** A mask from text rows: `#` is a keep-out cell. One cell is one metre; the origin is the lower-left corner. */
function maskFrom(...rows: string[]): Grid {
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

/** Number of zones around the centre of each cell. */
const cover = (mask: Grid, zones: ReturnType<typeof maskZones>) => {
  const count = new Uint8Array(mask.cells.length);
  for (const zone of zones) polygonMask(mask, zone).forEach((cell, i) => (count[i]! += cell));
  return count;
};

test('a rectangle becomes one zone with four counter-clockwise corners', () => {
  const [zone, ...others] = maskZones(maskFrom('.....', '.###.', '.###.'));
  expect(others).toEqual([]);
  expect(new Set(zone!.map(({ x, y }) => `${x},${y}`))).toEqual(new Set(['1,0', '4,0', '4,2', '1,2']));
  expect(signedArea(zone!)).toBe(6);
});

test('a ring is cut into zones without holes that cover exactly the ring', () => {
  const mask = maskFrom('#######', '#.....#', '#.....#', '#..#..#', '#.....#', '#######');
  const zones = maskZones(mask);
  expect(zones.length).toBe(3);
  expect([...cover(mask, zones)]).toEqual([...mask.cells].map((value) => (value === OCCUPIED ? 1 : 0)));
});

test('cells that meet at a corner are joined into one simple outline', () => {
  const zones = maskZones(maskFrom('##..', '##..', '..##', '..##'));
  expect(zones).toHaveLength(1);
  expect(isSimple(zones[0]!)).toBe(true);
});

test('pieces and holes below minAreaM2 are ignored', () => {
  const zones = maskZones(maskFrom('.......', '.#####.', '.#.###.', '.#####.', '.......', '......#'), {
    minAreaM2: 2,
  });
  expect(zones).toHaveLength(1);
  expect(polygonArea(zones[0]!)).toBe(15);
});

test('cells that are walls of the ground become no zone', () => {
  const zones = maskZones(maskFrom('###', '###'), { ground: maskFrom('#..', '#..') });
  expect(totalArea(zones)).toBe(4);
});

test('a ragged area is cut until every zone is simple and has at most maxCorners', () => {
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

/** A mask with a function for its keep-out cells. */
function masked(width: number, height: number, isOut: (column: number, row: number) => boolean) {
  const grid = createGrid({ width, height, resolution: 0.05, originX: -3, originY: 7 }, FREE);
  grid.cells.forEach((_, i) => {
    if (isOut(i % width, Math.floor(i / width))) grid.cells[i] = OCCUPIED;
  });
  return grid;
}

test('cornerCount equals the number of traced corners', () => {
  const mask = maskFrom('..##..', '#.##.#', '######', '#.....', '#.###.');
  const region = withoutPinches(
    wholeRaster(
      mask,
      mask.cells.map((value) => (value === OCCUPIED ? 1 : 0)),
    ),
  );
  const traced = [...piecesOf(region, 1)].flatMap(outlinesOf);
  expect(cornerCount(region)).toBe(traced.reduce((sum, { corners }) => sum + corners.length, 0));
});

test('a thin line across a floor is cut into few zones with the same area', () => {
  const side = 1_800;
  const mask = masked(side, side, (column, row) => Math.abs(column - row) < 20);
  const zones = maskZones(mask);
  const occupiedM2 = mask.cells.filter((value) => value === OCCUPIED).length * 0.0025;
  expect(zones.length).toBeLessThan(60);
  expect(totalArea(zones) / occupiedM2).toBeCloseTo(1, 1);
});

test('noise is coarsened and its zones still cover every keep-out cell', () => {
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

test('maskZones stops at one zone more than maxZones', () => {
  const mask = masked(400, 400, (column, row) => column % 20 < 12 && row % 20 < 12);
  expect(maskZones(mask)).toHaveLength(400);
  expect(maskZones(mask, { maxZones: 7 })).toHaveLength(8);
});
