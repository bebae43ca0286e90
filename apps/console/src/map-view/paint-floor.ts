import type { Raster } from '@sweepline/map-core';
import { css, type Palette } from './colours.ts';
import type { CoverageLayer } from './coverage-layer.ts';
import type { GroundTile } from './ground-tiles.ts';
import type { Frame } from './layer.ts';
import { toSpot } from './view.ts';
import type { Stretch } from './way.ts';

export interface Floor {
  raster: Raster;
  tiles: readonly GroundTile[];
  coverage: CoverageLayer | undefined;
  way: readonly Stretch[];
  /** The way is shown up to this moment strongly, what follows faintly. */
  until: number;
  palette: Palette;
}

/** What lies below everything a person can touch: the ground, what was cleaned of it, and the way the robot took. */
export function paintFloor(frame: Frame, floor: Floor) {
  paintGround(frame, floor);
  const { coverage } = floor;
  const picture = coverage?.picture();
  if (coverage && picture) paintRaster(frame, coverage.coverage, picture);
  paintWay(frame, floor);
}

function paintGround(frame: Frame, { raster, tiles }: Floor) {
  const { context, view, ratio } = frame;
  const devicePxPerCell = view.scale * raster.resolution * ratio;
  const sizes = [...new Set(tiles.map(({ cells }) => cells))].sort((a, b) => b - a);
  // The coarsest level whose pixels are no larger than the screen's; for closer looks the finest there is.
  const cells = sizes.find((size) => size * devicePxPerCell <= 1.2) ?? sizes.at(-1);
  const corner = toSpot(view, frame.size, {
    x: raster.originX,
    y: raster.originY + raster.height * raster.resolution,
  });
  const px = view.scale * raster.resolution;
  const seen = (tile: GroundTile) =>
    corner.left + tile.right * px > 0 &&
    corner.left + tile.left * px < frame.size.width &&
    corner.top + tile.bottom * px > 0 &&
    corner.top + tile.top * px < frame.size.height;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'medium';
  // Edges on whole device pixels: neighbours share them, so no seam shines through.
  const snap = (value: number) => Math.round(value * ratio) / ratio;
  for (const tile of tiles) {
    if (tile.cells !== cells || !seen(tile)) continue;
    const [left, top] = [snap(corner.left + tile.left * px), snap(corner.top + tile.top * px)];
    const [right, bottom] = [snap(corner.left + tile.right * px), snap(corner.top + tile.bottom * px)];
    context.drawImage(tile.image, left, top, right - left, bottom - top);
  }
}

function paintRaster({ context, view, size }: Frame, raster: Raster, picture: CanvasImageSource) {
  const { width, height, resolution, originX, originY } = raster;
  const { left, top } = toSpot(view, size, { x: originX, y: originY + height * resolution });
  // Cells are told apart only where they are large; smaller ones would shimmer.
  context.imageSmoothingEnabled = view.scale * resolution < 8;
  context.drawImage(picture, left, top, width * resolution * view.scale, height * resolution * view.scale);
}

function paintWay(frame: Frame, { way, until, palette }: Floor) {
  for (const stretch of way) {
    if (stretch.fromT < until) strokeStretch(frame, stretch, palette, -Infinity, until, 1);
    if (stretch.toT > until) strokeStretch(frame, stretch, palette, until, Infinity, 0.3);
  }
}

function strokeStretch(
  frame: Frame,
  { points, cleaning }: Stretch,
  palette: Palette,
  from: number,
  to: number,
  strength: number,
) {
  const { context, view, size } = frame;
  context.beginPath();
  let pen = false;
  points.forEach((p, i) => {
    // One point beyond each end, so that the two parts of a cut line meet.
    const [before, after] = [points[i - 1]?.t ?? p.t, points[i + 1]?.t ?? p.t];
    if (after < from || before > to) return;
    const { left, top } = toSpot(view, size, p);
    if (pen) context.lineTo(left, top);
    else context.moveTo(left, top);
    pen = true;
  });
  context.lineJoin = context.lineCap = 'round';
  context.setLineDash(cleaning ? [] : [2, 5]);
  context.lineWidth = cleaning ? 1.6 : 1.8;
  const alpha = strength * (cleaning ? 0.55 : 0.75);
  context.strokeStyle = css(cleaning ? palette.ink : palette.moving, alpha);
  context.stroke();
  context.setLineDash([]);
}
