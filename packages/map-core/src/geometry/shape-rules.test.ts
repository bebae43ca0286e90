import { expect, test } from 'vitest';
import { elementsOf, shapesOf, type Elements } from '../elements.ts';
import type { Point } from './geometry.ts';
import { centroid, inside, isSimple, polygonArea, signedArea } from './polygon.ts';
import { degreesOf, poseBetween, radiansOf, turnBetween } from './pose.ts';
import { shapeFault, wallPolygons } from './shape-rules.ts';
import { shapeAt, type Shape } from './shapes.ts';

const corners = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));
const zone = (...places: [number, number][]): Shape => ({
  id: 'z',
  kind: 'zone',
  type: 'NO_GO',
  name: 'Stairs',
  points: corners(...places),
});
const square = corners([0, 0], [4, 0], [4, 4], [0, 4]);
const map = { minX: 0, minY: 0, maxX: 10, maxY: 10 };

test.each<[string | undefined, Shape]>([
  [undefined, zone([0, 0], [4, 0], [4, 4])],
  ['notFinite', zone([0, 0], [4, 0], [4, Number.NaN])],
  ['tooFewCorners', zone([0, 0], [4, 0])],
  [
    'tooManyCorners',
    zone(
      ...Array.from({ length: 201 }, (_, i): [number, number] => [
        5 + Math.cos(i / 33),
        5 + Math.sin(i / 33),
      ]),
    ),
  ],
  ['selfCrossing', zone([0, 0], [4, 4], [4, 0], [0, 4])],
  ['selfCrossing', zone([0, 0], [4, 0], [2, 0], [2, 2])],
  ['selfCrossing', zone([0, 0], [0, 0], [4, 0], [4, 4])],
  ['selfCrossing', zone([0, 0], [8, 0], [8, 8], [4, 0], [0, 8])],
  ['tooSmall', zone([0, 0], [0.1, 0], [0, 0.1])],
  ['outsideMap', zone([0, 0], [11, 0], [4, 4])],
  ['tooFewCorners', { id: 'w', kind: 'wall', points: corners([1, 1]) }],
  ['tooSmall', { id: 'w', kind: 'wall', points: corners([1, 1], [1, 1]) }],
  ['outsideMap', { id: 'p', kind: 'point', type: 'START', name: '', x: -1, y: 0, theta: 0 }],
  ['notFinite', { id: 'p', kind: 'point', type: 'START', name: '', x: 1, y: 0, theta: Number.NaN }],
])('shapeFault returns %s', (fault, shape) => expect(shapeFault(shape, map)).toBe(fault));

test('area, orientation, centroid and inside of a polygon are correct', () => {
  expect(signedArea(square)).toBe(16);
  expect(signedArea(square.toReversed())).toBe(-16);
  expect(centroid(square)).toEqual({ x: 2, y: 2 });
  expect(centroid(corners([1, 1], [3, 1]))).toEqual({ x: 2, y: 1 });
  expect(inside({ x: 3.9, y: 0.1 }, square)).toBe(true);
  expect(inside({ x: 4.1, y: 0.1 }, square)).toBe(false);
  expect(isSimple(square)).toBe(true);
});

test('radiansOf maps −180 and 180 to one direction', () => {
  expect(radiansOf(-180)).toBe(Math.PI);
  expect(radiansOf(180)).toBe(Math.PI);
  expect(degreesOf(-Math.PI / 2)).toBe(-90);
  expect(degreesOf(radiansOf(270))).toBeCloseTo(-90, 12);
  expect(turnBetween(radiansOf(170), radiansOf(-170))).toBeCloseTo(radiansOf(20), 12);
  expect(poseBetween({ x: 0, y: 0, theta: 3 }, { x: 2, y: 4, theta: -3 }, 0.5)).toMatchObject({ x: 1, y: 2 });
  expect(Math.abs(poseBetween({ x: 0, y: 0, theta: 3 }, { x: 2, y: 4, theta: -3 }, 0.5).theta)).toBeCloseTo(
    Math.PI,
    9,
  );
});

test('wallPolygons returns one thin counter-clockwise rectangle per segment', () => {
  const [first, second] = wallPolygons({ points: corners([0, 0], [2, 0], [2, 3]) });
  expect([polygonArea(first!), signedArea(second!)].map((m2) => Math.round(m2 * 1e9) / 1e9)).toEqual([
    0.2, 0.3,
  ]);
});

test('elementsOf inverts shapesOf and makes zones counter-clockwise', () => {
  const clockwise = { id: 'z', type: 'CLEAN', name: 'Hall', points: square.toReversed() } as const;
  const point = { id: 'p', type: 'DOCKING', name: 'Base', x: 1, y: 2, theta: 0.5 } as const;
  const elements = elementsOf(shapesOf({ zones: [clockwise], points: [point] }));
  const none = { walls: [], segments: [], slopes: [], bumps: [] };
  expect(elements).toEqual({ ...none, zones: [{ ...clockwise, points: square }], points: [point] });
});

test('elementsOf returns every kind of element unchanged and empty lists for missing ones', () => {
  const line = corners([0, 0], [2, 1]);
  const [low, high] = line as [Point, Point];
  const drawn = {
    zones: [{ id: 'z', type: 'SLOW', name: 'Ramp', points: square }],
    walls: [{ id: 'w', points: line }],
    points: [
      { id: 'l', type: 'LIFT_ENTRY', name: 'Lift', x: 1, y: 2, theta: 0, floor: '2F', liftId: 'A' } as const,
    ],
    segments: [{ id: 's', points: line }],
    slopes: [{ id: 'i', low, high }],
    bumps: [{ id: 'b', points: line }],
  } satisfies Elements;
  expect(elementsOf(shapesOf(drawn))).toEqual(drawn);
  expect(elementsOf(shapesOf({ walls: drawn.walls }))).toMatchObject({
    walls: drawn.walls,
    slopes: [],
    bumps: [],
  });
});

test('shapeAt returns the nearest shape within reach, the topmost of equals', () => {
  const [below, above]: [Shape, Shape] = [
    zone([0, 0], [4, 0], [4, 4]),
    { ...zone([0, 0], [4, 0], [4, 4]), id: 'y' },
  ];
  const near: Shape = { id: 'w', kind: 'wall', points: corners([5, 0], [5, 4]) };
  expect(shapeAt([below, above, near], { x: 3, y: 1 }, 0.5)?.id).toBe('y');
  expect(shapeAt([below, above, near], { x: 4.8, y: 1 }, 0.5)?.id).toBe('w');
  expect(shapeAt([below, above, near], { x: 7, y: 1 }, 0.5)).toBeUndefined();
});
