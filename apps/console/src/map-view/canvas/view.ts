import type { Box, Point } from '@sweepline/map-core';

/** The visible part of the map: the place in the middle of the canvas, and CSS pixels per metre. */
export interface View {
  x: number;
  y: number;
  scale: number;
  /** The rotation of the map; left out for none. */
  turn?: Turn;
}

/** A rotation of the map on the screen, counter-clockwise. */
export interface Turn {
  /** Radians. */
  angle: number;
  cos: number;
  sin: number;
}

/** Undefined for no rotation, so that an unrotated map needs no trigonometry. */
export function turnOf(degrees: number): Turn | undefined {
  const angle = (degrees * Math.PI) / 180;
  return degrees === 0 ? undefined : { angle, cos: Math.cos(angle), sin: Math.sin(angle) };
}

/** The canvas in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A place on the canvas in CSS pixels, y downwards. */
export interface Spot {
  left: number;
  top: number;
}

/** From a whole campus on a phone to a single cell as large as a hand. */
const scales = { min: 0.2, max: 400 } as const;
/** Pixels of margin around a fitted box. */
export const fitMargin = 28;

const clampScale = (scale: number) => Math.min(scales.max, Math.max(scales.min, scale));

export function toSpot({ x, y, scale, turn }: View, { width, height }: Size, p: Point): Spot {
  const [right, up] = [(p.x - x) * scale, (p.y - y) * scale];
  if (!turn) return { left: width / 2 + right, top: height / 2 - up };
  return {
    left: width / 2 + turn.cos * right - turn.sin * up,
    top: height / 2 - turn.sin * right - turn.cos * up,
  };
}

/** The offset on the map, in metres, of an offset in pixels on the screen. */
function offsetOf({ scale, turn }: View, rightPx: number, downPx: number): Point {
  const [right, up] = [rightPx / scale, -downPx / scale];
  if (!turn) return { x: right, y: up };
  return { x: turn.cos * right + turn.sin * up, y: turn.cos * up - turn.sin * right };
}

export function toPlace(view: View, { width, height }: Size, { left, top }: Spot): Point {
  const offset = offsetOf(view, left - width / 2, top - height / 2);
  return { x: view.x + offset.x, y: view.y + offset.y };
}

/** The width and height of a box on the screen, in metres. */
export const extentOf = (box: Box, turn?: Turn): [across: number, up: number] =>
  reachOf(Math.max(1e-6, box.maxX - box.minX), Math.max(1e-6, box.maxY - box.minY), turn);

/** The view that shows the whole box with a small margin. */
export function fitted(box: Box, { width, height }: Size, turn?: Turn): View {
  const [across, up] = extentOf(box, turn);
  const scale = Math.min((width - 2 * fitMargin) / across, (height - 2 * fitMargin) / up);
  const view = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2, scale: clampScale(scale) };
  return turn ? { ...view, turn } : view;
}

/** The width and height of a rotated rectangle. */
function reachOf(across: number, up: number, turn: Turn | undefined): [across: number, up: number] {
  if (!turn) return [across, up];
  const [cos, sin] = [Math.abs(turn.cos), Math.abs(turn.sin)];
  return [cos * across + sin * up, sin * across + cos * up];
}

export function panned(view: View, rightPx: number, downPx: number): View {
  const offset = offsetOf(view, rightPx, downPx);
  return { ...view, x: view.x - offset.x, y: view.y - offset.y };
}

/** Zooms so that the place under the spot stays there. */
export function zoomedAt(view: View, size: Size, spot: Spot, factor: number): View {
  const scale = clampScale(view.scale * factor);
  const place = toPlace(view, size, spot);
  const next = { ...view, scale };
  const offset = offsetOf(next, spot.left - size.width / 2, spot.top - size.height / 2);
  return { ...next, x: place.x - offset.x, y: place.y - offset.y };
}

/** Keeps part of the map in view, so that it cannot be panned away. */
export const clampedToBox = (view: View, box: Box): View => ({
  ...view,
  x: Math.min(box.maxX, Math.max(box.minX, view.x)),
  y: Math.min(box.maxY, Math.max(box.minY, view.y)),
});

/** The visible part of the map frame, with a margin in pixels on each side. */
export function boxInView({ x, y, scale, turn }: View, { width, height }: Size, margin = 0): Box {
  const [halfX, halfY] = reachOf((width / 2 + margin) / scale, (height / 2 + margin) / scale, turn);
  return { minX: x - halfX, minY: y - halfY, maxX: x + halfX, maxY: y + halfY };
}

/** A round length (1, 2 or 5 times a power of ten) whose bar is at most `maxPx` pixels wide. */
export function scaleBar(scale: number, maxPx = 120): { metres: number; px: number } {
  const maxM = maxPx / scale;
  const power = 10 ** Math.floor(Math.log10(maxM));
  const metres = ([5, 2].find((step) => step * power <= maxM) ?? 1) * power;
  return { metres, px: metres * scale };
}
