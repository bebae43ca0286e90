import { distance, type Bump, type Point, type Segment, type Slope, type Wall } from '@sweepline/map-core';
import { css, type Palette } from './colours.ts';
import type { Frame } from '../canvas/layer.ts';
import { toSpot, type Spot } from '../canvas/view.ts';

/** Adds a line of points to the current path. */
export function trace({ context, view, size }: Frame, points: readonly Point[], closed: boolean) {
  points.forEach((p, i) => {
    const { left, top } = toSpot(view, size, p);
    if (i === 0) context.moveTo(left, top);
    else context.lineTo(left, top);
  });
  if (closed) context.closePath();
}

/** From this many pixels a metre there is enough space for symbols on lines. */
const signScale = 9;

export function paintWalls(frame: Frame, walls: readonly Wall[], palette: Palette) {
  strokeAll(frame, walls, css(palette.fault), frame.view.scale > 12 ? 3 : 2, []);
}

/** A line to clean along: solid, with an arrow head at its end. */
export function paintSegments(frame: Frame, segments: readonly Segment[], palette: Palette) {
  strokeAll(frame, segments, css(palette.brand), frame.view.scale > 12 ? 2.5 : 1.75, []);
  if (frame.view.scale < signScale) return;
  const { context, view, size } = frame;
  context.beginPath();
  for (const { points } of segments) {
    const [from, to] = [points.at(-2), points.at(-1)];
    if (from && to) arrowHead(context, toSpot(view, size, from), toSpot(view, size, to));
  }
  context.fillStyle = css(palette.brand);
  context.fill();
}

/** A speed bump: two short parallel rows across the line, as on a road. */
export function paintBumps(frame: Frame, bumps: readonly Bump[], palette: Palette) {
  strokeAll(frame, bumps, css(palette.waiting, 0.35), 7, []);
  strokeAll(frame, bumps, css(palette.waiting), 5, frame.view.scale < signScale ? [] : [5, 5]);
}

/** An incline: a band from foot to top, with marks that point upwards. */
export function paintSlopes(frame: Frame, slopes: readonly Slope[], palette: Palette) {
  const lines = slopes.map(({ low, high }) => ({ points: [low, high] }));
  strokeAll(frame, lines, css(palette.moving, 0.22), 12, []);
  const { context, view, size } = frame;
  context.beginPath();
  for (const { low, high } of slopes) {
    const [foot, top] = [toSpot(view, size, low), toSpot(view, size, high)];
    const px = distance(low, high) * view.scale;
    const marks = Math.min(40, Math.max(1, Math.floor(px / 14)));
    for (let i = 1; i <= marks; i++) chevron(context, foot, top, i / marks);
  }
  context.lineWidth = 1.75;
  context.lineCap = context.lineJoin = 'round';
  context.strokeStyle = css(palette.moving);
  context.stroke();
}

function strokeAll(
  frame: Frame,
  lines: readonly { points: readonly Point[] }[],
  colour: string,
  width: number,
  dash: number[],
) {
  if (lines.length === 0) return;
  const { context } = frame;
  context.beginPath();
  for (const { points } of lines) trace(frame, points, false);
  context.lineCap = dash.length > 0 ? 'butt' : 'round';
  context.lineJoin = 'round';
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.setLineDash(dash);
  context.stroke();
  if (dash.length > 0) context.setLineDash([]);
}

const headPx = 9;

/** A filled triangle whose tip is `to`. */
function arrowHead(context: CanvasRenderingContext2D, from: Spot, to: Spot) {
  const angle = Math.atan2(to.top - from.top, to.left - from.left);
  const wing = (side: 1 | -1) => ({
    left: to.left - headPx * Math.cos(angle + side * 0.45),
    top: to.top - headPx * Math.sin(angle + side * 0.45),
  });
  const [a, b] = [wing(1), wing(-1)];
  context.moveTo(to.left, to.top);
  context.lineTo(a.left, a.top);
  context.lineTo(b.left, b.top);
  context.closePath();
}

/** An open angle across the line between two spots, at `share` (0–1) of its length. */
function chevron(context: CanvasRenderingContext2D, from: Spot, to: Spot, share: number) {
  const angle = Math.atan2(to.top - from.top, to.left - from.left);
  const [left, top] = [from.left + (to.left - from.left) * share, from.top + (to.top - from.top) * share];
  const arm = (side: 1 | -1): [number, number] => [
    left - 6 * Math.cos(angle + side * 0.8),
    top - 6 * Math.sin(angle + side * 0.8),
  ];
  context.moveTo(...arm(1));
  context.lineTo(left, top);
  context.lineTo(...arm(-1));
}
