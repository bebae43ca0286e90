import type { Box, Point } from '@sweepline/map-core';

/** Where a person looks: the place in the middle of the canvas, and how many CSS pixels a metre takes. */
export interface View {
  x: number;
  y: number;
  scale: number;
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

/** From a whole campus on a phone to a single cell filling the hand. */
const scales = { least: 0.2, most: 400 } as const;
const fitMargin = 28;

const clampScale = (scale: number) => Math.min(scales.most, Math.max(scales.least, scale));

export const toSpot = ({ x, y, scale }: View, { width, height }: Size, p: Point): Spot => ({
  left: width / 2 + (p.x - x) * scale,
  top: height / 2 - (p.y - y) * scale,
});

export const toPlace = ({ x, y, scale }: View, { width, height }: Size, { left, top }: Spot): Point => ({
  x: x + (left - width / 2) / scale,
  y: y - (top - height / 2) / scale,
});

/** The view that shows the whole box with a little air around it. */
export function fitted(box: Box, { width, height }: Size): View {
  const across = Math.max(1e-6, box.maxX - box.minX);
  const up = Math.max(1e-6, box.maxY - box.minY);
  const scale = Math.min((width - 2 * fitMargin) / across, (height - 2 * fitMargin) / up);
  return { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2, scale: clampScale(scale) };
}

export const panned = (view: View, rightPx: number, downPx: number): View => ({
  ...view,
  x: view.x - rightPx / view.scale,
  y: view.y + downPx / view.scale,
});

/** Zooms so that the place under the spot stays under it. */
export function zoomedAt(view: View, size: Size, spot: Spot, factor: number): View {
  const scale = clampScale(view.scale * factor);
  const place = toPlace(view, size, spot);
  return {
    scale,
    x: place.x - (spot.left - size.width / 2) / scale,
    y: place.y + (spot.top - size.height / 2) / scale,
  };
}

/** Keeps some of the map in sight, so that nobody loses it by panning. */
export const keptNear = (view: View, box: Box): View => ({
  ...view,
  x: Math.min(box.maxX, Math.max(box.minX, view.x)),
  y: Math.min(box.maxY, Math.max(box.minY, view.y)),
});

/** The part of the map frame in sight, with a margin in pixels on each side. */
export function boxInView({ x, y, scale }: View, { width, height }: Size, margin = 0): Box {
  const [halfX, halfY] = [(width / 2 + margin) / scale, (height / 2 + margin) / scale];
  return { minX: x - halfX, minY: y - halfY, maxX: x + halfX, maxY: y + halfY };
}

/** A round length (1, 2 or 5 times a power of ten) whose bar is at most `most` pixels wide. */
export function scaleBar(scale: number, most = 120): { metres: number; px: number } {
  const longest = most / scale;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = ([5, 2].find((step) => step * power <= longest) ?? 1) * power;
  return { metres, px: metres * scale };
}
