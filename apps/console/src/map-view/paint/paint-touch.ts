import { placesOf, type Point, type Shape, type Zone } from '@sweepline/map-core';
import { css, type Palette } from './colours.ts';
import type { Frame } from '../canvas/layer.ts';
import { trace } from './paint-lines.ts';
import type { ShapeStyle } from './paint-shapes.ts';
import { toSpot } from '../canvas/view.ts';

/** The latest stretch of a working robot's path, brighter towards the robot. */
export function paintTail(frame: Frame, points: readonly Point[], palette: Palette) {
  const { context, view, size } = frame;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return;
  const spots = points.map((p) => toSpot(view, size, p));
  context.lineCap = context.lineJoin = 'round';
  context.lineWidth = 3;
  // A few bands instead of one stroke per point: the fade looks the same.
  const bands = 8;
  for (let band = 0; band < bands; band++) {
    const from = Math.floor((band * (spots.length - 1)) / bands);
    const to = Math.floor(((band + 1) * (spots.length - 1)) / bands);
    if (from === to) continue;
    context.beginPath();
    spots
      .slice(from, to + 1)
      .forEach(({ left, top }, i) => (i === 0 ? context.moveTo(left, top) : context.lineTo(left, top)));
    context.strokeStyle = css(palette.brand, ((band + 1) / bands) * 0.75);
    context.stroke();
  }
}

/** The selected shape, with a rim; red when it could not be saved. */
export function paintSelected(frame: Frame, shape: Shape, { palette }: ShapeStyle) {
  const { context, view, size } = frame;
  context.beginPath();
  if (shape.kind === 'point') {
    const { left, top } = toSpot(view, size, shape);
    context.arc(left, top, 15, 0, 2 * Math.PI);
  } else trace(frame, placesOf(shape), shape.kind === 'zone');
  context.lineJoin = context.lineCap = 'round';
  context.lineWidth = 5;
  context.strokeStyle = css(palette.brand, 0.3);
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = css(palette.brand);
  context.stroke();
}

/** A highlighted zone: filled, with a solid rim. */
export function paintMarked(frame: Frame, zone: Zone, { palette }: ShapeStyle) {
  const { context } = frame;
  context.beginPath();
  trace(frame, zone.points, true);
  context.fillStyle = css(palette.brand, 0.16);
  context.fill();
  context.lineJoin = 'round';
  context.lineWidth = 2;
  context.strokeStyle = css(palette.brand);
  context.stroke();
}

/** The place a robot is to be sent to: a pin whose tip is the place. */
export function paintTarget(frame: Frame, place: Point, { palette }: ShapeStyle) {
  const { context, view, size } = frame;
  const { left, top } = toSpot(view, size, place);
  context.beginPath();
  context.arc(left, top, 5, 0, 2 * Math.PI);
  context.fillStyle = css(palette.brand, 0.3);
  context.fill();
  context.beginPath();
  context.arc(left, top - 22, 11, Math.PI * 0.85, Math.PI * 0.15);
  context.lineTo(left, top);
  context.closePath();
  context.fillStyle = css(palette.brand);
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = css(palette.panel);
  context.stroke();
  context.beginPath();
  context.arc(left, top - 22, 4, 0, 2 * Math.PI);
  context.fillStyle = css(palette.panel);
  context.fill();
}
