import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centreOfIndex, FREE, OCCUPIED, UNKNOWN, valueAt, type Grid } from './grid.ts';
import { rosMapMeta } from './ros-map-meta.ts';
import { rosMap } from './ros-map.ts';

const greys = [OCCUPIED, UNKNOWN, FREE];
const reading = (origin: unknown[], width: number, pixels: Uint8Array) => {
  const meta = rosMapMeta({ image: 'a', resolution: 0.05, origin, free_thresh: 0.196 });
  if (!meta.ok) throw new Error(meta.detail);
  return rosMap(meta.value, { width, height: pixels.length / width, pixels });
};
const mapOf = (...parts: Parameters<typeof reading>) => {
  const map = reading(...parts);
  if (!map.ok) throw new Error(map.detail);
  return map.value;
};

/** The value at a point of the map frame in a picture that is turned about its lower-left corner. */
const turnedValue = (picture: Grid, yaw: number, { x, y }: { x: number; y: number }) => {
  const [dx, dy] = [x - picture.originX, y - picture.originY];
  return valueAt(
    picture,
    picture.originX + Math.cos(yaw) * dx + Math.sin(yaw) * dy,
    picture.originY + Math.cos(yaw) * dy - Math.sin(yaw) * dx,
  );
};

const room = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      pixels: fc
        .array(fc.constantFrom(...greys), { minLength: width * height, maxLength: width * height })
        .map((cells) => Uint8Array.from(cells)),
      x: fc.integer({ min: -50, max: 50 }),
      y: fc.integer({ min: -50, max: 50 }),
    }),
  );

describe('a map with a turned origin', () => {
  test('becomes an upright grid in the same frame, each cell with the value at its centre', () => {
    fc.assert(
      fc.property(room, fc.double({ min: -7, max: 7, noNaN: true }), ({ width, pixels, x, y }, yaw) => {
        const upright = mapOf([x, y, yaw], width, pixels);
        const picture = mapOf([x, y, 0], width, pixels).grid;
        fc.pre(upright.notes.turnedRad !== null);
        const { grid } = upright;
        for (let index = 0; index < grid.cells.length; index++) {
          const centre = centreOfIndex(grid, index);
          // A centre on the border of two cells may take either.
          const around = [-1e-9, 1e-9].flatMap((dx) =>
            [-1e-9, 1e-9].map((dy) => turnedValue(picture, yaw, { x: centre.x + dx, y: centre.y + dy })),
          );
          if (new Set(around).size === 1) expect(grid.cells[index]).toBe(around[0]);
        }
        const moved = Array.from({ length: pixels.length }, (_, index) => {
          const { x: px, y: py } = centreOfIndex(picture, index);
          const [dx, dy] = [px - x, py - y];
          const [mx, my] = [
            x + Math.cos(yaw) * dx - Math.sin(yaw) * dy,
            y + Math.sin(yaw) * dx + Math.cos(yaw) * dy,
          ];
          return valueAt(grid, mx, my) !== pixels[index];
        }).filter(Boolean).length;
        expect(Math.abs(moved - upright.notes.turnedCells)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test.each([
    [Math.PI / 2, [2, 1], [FREE, UNKNOWN], [-0.05, 0]],
    [1.5708, [2, 1], [FREE, UNKNOWN], [-0.05, 0]],
    [Math.PI, [1, 2], [FREE, UNKNOWN], [-0.1, -0.05]],
    [-Math.PI / 2, [2, 1], [UNKNOWN, FREE], [0, -0.1]],
    [(5 * Math.PI) / 2, [2, 1], [FREE, UNKNOWN], [-0.05, 0]],
  ])('of %f rad has every cell unchanged', (yaw, [height, width], cells, [originX, originY]) => {
    const { grid, notes } = mapOf([0, 0, yaw], 2, Uint8Array.of(UNKNOWN, FREE));
    expect(grid).toMatchObject({ width, height });
    expect([...grid.cells]).toEqual(cells);
    expect(grid.originX).toBeCloseTo(originX!, 9);
    expect(grid.originY).toBeCloseTo(originY!, 9);
    expect(notes.turnedCells).toBe(0);
    expect(notes.turnedRad).not.toBeNull();
  });

  test.each([2 * Math.PI, 6.2832, -2 * Math.PI, 4 * Math.PI, 1e-5])(
    'of %f rad is not turned at all',
    (yaw) => {
      const pixels = Uint8Array.from({ length: 400 * 300 }, (_, i) => greys[i % 3]!);
      const { grid, notes } = mapOf([1, 2, yaw], 400, pixels);
      expect(grid).toMatchObject({ width: 400, height: 300, originX: 1, originY: 2 });
      expect(notes).toMatchObject({ turnedRad: null, turnedCells: 0 });
    },
  );

  test('is refused when its upright grid is too large, before memory is allocated', () => {
    const pixels = new Uint8Array(12_000 * 4_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(reading([0, 0, 0.7], 12_000, pixels)).toMatchObject({ fault: 'turnedTooLarge' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  });

  test('is refused when its upright origin is too far away', () => {
    expect(reading([100_000, 0, Math.PI / 2], 2, new Uint8Array(4))).toMatchObject({ ok: true });
    expect(reading([-100_000, 0, Math.PI / 2], 2, new Uint8Array(4))).toMatchObject({
      fault: 'originOutOfRange',
    });
  });
});
