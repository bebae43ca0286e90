import type { Box } from '@sweepline/map-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittedToFreeViewport, type Patch } from './free-viewport.ts';
import { fitted, toSpot, type Size } from './view.ts';

const size = { width: 1_000, height: 600 };
const tools: Patch = { left: 12, top: 12, right: 54, bottom: 560 };
const zoom: Patch = { left: 950, top: 480, right: 988, bottom: 588 };
const scale: Patch = { left: 70, top: 572, right: 170, bottom: 588 };

/** The rectangle of a box on the screen. */
function placeOf(box: Box, size: Size, covered: readonly Patch[]): Patch {
  const view = fittedToFreeViewport(box, size, covered);
  const [low, high] = [
    toSpot(view, size, { x: box.minX, y: box.minY }),
    toSpot(view, size, { x: box.maxX, y: box.maxY }),
  ];
  return { left: low.left, top: high.top, right: high.left, bottom: low.top };
}

const meet = (a: Patch, b: Patch) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a map is fitted into the whole canvas when no panel covers it', () => {
  const box = { minX: 0, minY: 0, maxX: 40, maxY: 10 };
  expect(fittedToFreeViewport(box, size, [])).toEqual(fitted(box, size));
});

test('a tall map lies beside the tools and a wide one above the buttons, each at its maximum size', () => {
  const tall = placeOf({ minX: 0, minY: 0, maxX: 10, maxY: 30 }, size, [tools, zoom, scale]);
  expect([tools, zoom, scale].filter((panel) => meet(tall, panel))).toEqual([]);
  expect(tall.bottom - tall.top).toBeCloseTo(600 - 56, 6);
  const wide = placeOf({ minX: 0, minY: 0, maxX: 40, maxY: 10 }, size, [tools, zoom, scale]);
  expect([tools, zoom, scale].filter((panel) => meet(wide, panel))).toEqual([]);
  expect(wide.right).toBeGreaterThan(zoom.left);
  // It stays in the middle, because the panels at the side do not cover it there.
  expect((wide.top + wide.bottom) / 2).toBeCloseTo(300, 6);
});

test('a panel that leaves too little space beside it does not shrink the map', () => {
  const box = { minX: 0, minY: 0, maxX: 10, maxY: 8 };
  const cover = { left: 100, top: 40, right: 900, bottom: 560 };
  expect(fittedToFreeViewport(box, size, [cover])).toEqual(fitted(box, size));
});

test('the whole map stays on the canvas and above the minimum share, whatever covers the canvas', () => {
  const length = fc.double({ min: 0.5, max: 500, noNaN: true });
  const at = fc.integer({ min: -50, max: 1_050 });
  const patch = fc.record({ left: at, top: at, width: fc.nat(900), height: fc.nat(600) });
  fc.assert(
    fc.property(length, length, fc.array(patch, { maxLength: 6 }), (across, up, patches) => {
      const box = { minX: -3, minY: 2, maxX: across - 3, maxY: up + 2 };
      const covered = patches.map(({ left, top, width, height }) => ({
        left,
        top,
        right: left + width,
        bottom: top + height,
      }));
      const { left, top, right, bottom } = placeOf(box, size, covered);
      expect(left).toBeGreaterThan(0);
      expect(top).toBeGreaterThan(0);
      expect(right).toBeLessThan(size.width);
      expect(bottom).toBeLessThan(size.height);
      expect(fittedToFreeViewport(box, size, covered).scale).toBeGreaterThanOrEqual(
        0.6 * fitted(box, size).scale,
      );
    }),
  );
});
