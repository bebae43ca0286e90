import { geoPath, type GeoProjection } from 'd3-geo';
import type { Land } from './land.ts';
import type { Size } from './projection.ts';

/** Paints the land with the colours of the page. The canvas has the pixels of the screen, so that a wall of 4K is sharp. */
export function paintLand(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
  projection: GeoProjection,
  land: readonly Land[],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const colours = getComputedStyle(canvas);
  const path = geoPath(projection, context);
  context.beginPath();
  for (const part of land) path(part);
  context.fillStyle = colours.getPropertyValue('--map-land');
  context.fill();
  context.lineWidth = Math.max(0.75, Math.min(width, height) / 900);
  context.strokeStyle = colours.getPropertyValue('--map-coast');
  context.stroke();
}
