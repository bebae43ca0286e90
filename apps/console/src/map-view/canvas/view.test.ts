import { expect, test } from 'vitest';
import {
  boxInView,
  fitted,
  clampedToBox,
  panned,
  scaleBar,
  toPlace,
  toSpot,
  turnOf,
  zoomedAt,
  type View,
} from './view.ts';

const size = { width: 800, height: 600 };
const view: View = { x: 10, y: 20, scale: 40 };

test('place and spot convert back to each other, y upwards on the map and downwards on the screen', () => {
  expect(toSpot(view, size, { x: 11, y: 21 })).toEqual({ left: 440, top: 260 });
  expect(toPlace(view, size, { left: 440, top: 260 })).toEqual({ x: 11, y: 21 });
});

test('zooming keeps the place under the pointer', () => {
  const spot = { left: 123, top: 456 };
  const before = toPlace(view, size, spot);
  for (const factor of [0.3, 1.7, 1_000]) {
    const after = toPlace(zoomedAt(view, size, spot, factor), size, spot);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  }
});

test('a turned map converts place and spot, pans with the pointer and is fitted whole', () => {
  const turn = turnOf(90)!;
  const turned = { ...view, turn };
  // A quarter turn to the left moves the right side to the top.
  const right = toSpot(turned, size, { x: 11, y: 20 });
  expect([right.left, right.top].map(Math.round)).toEqual([400, 260]);
  for (const degrees of [-180, -37, 12.5, 180]) {
    const askew = { ...view, turn: turnOf(degrees)! };
    const spot = { left: 123, top: 456 };
    const place = toPlace(askew, size, spot);
    expect(toSpot(askew, size, place).left).toBeCloseTo(123, 9);
    expect(toSpot(panned(askew, 40, -7), size, place).left).toBeCloseTo(163, 9);
    expect(toSpot(zoomedAt(askew, size, spot, 3), size, place).top).toBeCloseTo(456, 9);
    const all = fitted({ minX: 0, minY: 0, maxX: 50, maxY: 10 }, size, askew.turn);
    const corner = toSpot(all, size, { x: 50, y: 10 });
    expect(corner.left).toBeGreaterThan(0);
    expect(corner.left).toBeLessThan(size.width);
  }
  expect(turnOf(0)).toBeUndefined();
});

test('fitting shows the whole box within the zoom limits', () => {
  const box = { minX: -5, minY: 0, maxX: 45, maxY: 10 };
  const all = fitted(box, size);
  const visible = boxInView(all, size);
  expect(all).toMatchObject({ x: 20, y: 5 });
  expect(visible.minX).toBeLessThan(box.minX);
  expect(visible.maxX).toBeGreaterThan(box.maxX);
  expect(zoomedAt(view, size, { left: 0, top: 0 }, 1e9).scale).toBe(400);
  expect(fitted({ minX: 0, minY: 0, maxX: 0, maxY: 0 }, size).scale).toBe(400);
});

test('dragging to the right shows the map to the left', () => {
  expect(panned(view, 40, 80)).toEqual({ x: 9, y: 22, scale: 40 });
});

test('panning keeps a part of the map in view', () => {
  expect(clampedToBox({ ...view, x: 999, y: -999 }, { minX: 0, minY: 0, maxX: 30, maxY: 30 })).toMatchObject({
    x: 30,
    y: 0,
  });
});

test.each([
  [40, 2, 80],
  [100, 1, 100],
  [7, 10, 70],
  [0.3, 200, 60],
  [400, 0.2, 80],
])('at %f pixels a metre the scale bar says %f m', (scale, metres, px) => {
  const bar = scaleBar(scale, 110);
  expect(bar.metres).toBeCloseTo(metres, 9);
  expect(bar.px).toBeCloseTo(px, 9);
});
