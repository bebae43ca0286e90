import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from './geometry.ts';
import { polygonCut, polygonsJoined } from './polygon-join.ts';
import { isSimple, signedArea } from './polygon.ts';

const areaOf = (ring: readonly Point[]) => Math.abs(signedArea(ring));

/** A polygon with corners around a centre, in centimetres as people draw them. It may be far from the origin of the map. */
const polygons = fc
  .tuple(
    fc.array(fc.integer({ min: 100, max: 2_000 }), { minLength: 3, maxLength: 12 }),
    fc.integer({ min: -500, max: 500 }),
    fc.integer({ min: -500, max: 500 }),
  )
  .map(([radii, x, y]) =>
    radii.map((radius, n): Point => {
      const angle = (2 * Math.PI * n) / radii.length;
      const inCm = (value: number) => Math.round(value * radius) / 100;
      return { x: x + inCm(Math.cos(angle)), y: y + inCm(Math.sin(angle)) };
    }),
  )
  .filter((corners) => isSimple(corners) && areaOf(corners) > 1);

/** A line across a polygon: through two of its corners, or past its centre. */
const cuts = polygons.chain((corners) => {
  const corner = fc.constantFrom(...corners);
  const free = fc
    .tuple(fc.double({ min: 0, max: Math.PI, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }))
    .map(([angle, off]): [Point, Point] => {
      const centre = {
        x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
        y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
      };
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const end = (side: number) => ({
        x: centre.x - off * sin + side * 60 * cos,
        y: centre.y + off * cos + side * 60 * sin,
      });
      return [end(-1), end(1)];
    });
  const throughCorners = fc.tuple(corner, corner).map(([a, b]): [Point, Point] => [
    { x: a.x + (a.x - b.x), y: a.y + (a.y - b.y) },
    { x: b.x + (b.x - a.x), y: b.y + (b.y - a.y) },
  ]);
  return fc.record({ corners: fc.constant(corners), line: fc.oneof(free, throughCorners) });
});

test('property: the pieces of a cut polygon are simple, cut no further and have its area together', () => {
  fc.assert(
    fc.property(cuts, ({ corners, line: [from, to] }) => {
      const pieces = polygonCut(corners, from, to);
      expect(pieces.filter((piece) => piece.length < 3 || !isSimple(piece))).toEqual([]);
      expect(pieces.map((piece) => polygonCut(piece, from, to).length)).toEqual(pieces.map(() => 1));
      expect(pieces.reduce((sum, piece) => sum + areaOf(piece), 0)).toBeCloseTo(areaOf(corners), 1);
    }),
    { numRuns: 1_000 },
  );
});

test('property: the two pieces of a cut polygon join to one of its area', () => {
  fc.assert(
    fc.property(cuts, ({ corners, line: [from, to] }) => {
      const [first, second, ...more] = polygonCut(corners, from, to);
      if (!first || !second || more.length > 0) return;
      const joined = polygonsJoined(first, second);
      expect(joined && areaOf(joined)).toBeCloseTo(areaOf(corners), 2);
    }),
    { numRuns: 1_000 },
  );
});

test('property: two rectangles that overlap join to an outline of the area that they cover', () => {
  const side = fc.integer({ min: 1, max: 20 });
  const rectangle = fc.record({
    x: fc.integer({ min: -10, max: 10 }),
    y: fc.integer({ min: -10, max: 10 }),
    w: side,
    h: side,
  });
  const cornersOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ];
  fc.assert(
    fc.property(rectangle, rectangle, (a, b) => {
      const overlap = (low: number, long: number, other: number, otherLong: number) =>
        Math.min(low + long, other + otherLong) - Math.max(low, other);
      const [wide, high] = [overlap(a.x, a.w, b.x, b.w), overlap(a.y, a.h, b.y, b.h)];
      if (wide <= 0 || high <= 0) return;
      const joined = polygonsJoined(cornersOf(a), cornersOf(b));
      expect(joined && areaOf(joined)).toBeCloseTo(a.w * a.h + b.w * b.h - wide * high, 6);
    }),
    { numRuns: 500 },
  );
});
