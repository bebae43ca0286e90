import { FREE, OCCUPIED, type Raster, type Stroke } from '@sweepline/map-core';
import { css, groundColours, type Palette } from './colours.ts';
import type { CoverageLayer } from '../layers/coverage-layer.ts';
import type { GroundTile } from '../canvas/ground-tiles.ts';
import type { Heat } from '../layers/heat.ts';
import type { Frame } from '../canvas/layer.ts';
import { toSpot, type Spot } from '../canvas/view.ts';
import type { Stretch } from './path.ts';

export interface Floor {
  raster: Raster;
  tiles: readonly GroundTile[];
  heat: Heat | undefined;
  coverage: CoverageLayer | undefined;
  path: readonly Stretch[];
  /** The path is strong up to this moment and faint after it. */
  until: number;
  /** Cells painted over since the picture was loaded. */
  strokes: readonly Stroke[];
  palette: Palette;
}

/** The layers below the shapes: the ground, its cleaned part, and the path of the robot. */
export function paintFloor(frame: Frame, floor: Floor) {
  paintGround(frame, floor);
  paintStrokes(frame, floor);
  const { coverage, heat } = floor;
  // A closed picture has no width, and painting it would throw.
  if (heat?.picture && heat.picture.width > 0) paintRaster(frame, heat.tiles, heat.picture);
  const picture = coverage?.picture();
  if (coverage && picture) paintRaster(frame, coverage.coverage, picture);
  paintPath(frame, floor);
}

function paintGround(frame: Frame, { raster, tiles }: Floor) {
  const { context, view, ratio } = frame;
  const devicePxPerCell = view.scale * raster.resolution * ratio;
  const sizes = [...new Set(tiles.map(({ cells }) => cells))].sort((a, b) => b - a);
  // The coarsest level whose pixels are not larger than the screen's; at higher zoom the finest level.
  const cells = sizes.find((size) => size * devicePxPerCell <= 1.2) ?? sizes.at(-1);
  const corner = toSpot(view, frame.size, {
    x: raster.originX,
    y: raster.originY + raster.height * raster.resolution,
  });
  const px = view.scale * raster.resolution;
  const isVisible = (tile: GroundTile) =>
    view.turn !== undefined ||
    (corner.left + tile.right * px > 0 &&
      corner.left + tile.left * px < frame.size.width &&
      corner.top + tile.bottom * px > 0 &&
      corner.top + tile.top * px < frame.size.height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'medium';
  // Edges on whole device pixels: neighbours share them, so that no seam is visible.
  const snap = (value: number) => Math.round(value * ratio) / ratio;
  turned(frame, corner, ({ left: fromLeft, top: fromTop }) => {
    for (const tile of tiles) {
      if (tile.cells !== cells || !isVisible(tile)) continue;
      const [left, top] = [snap(fromLeft + tile.left * px), snap(fromTop + tile.top * px)];
      const [right, bottom] = [snap(fromLeft + tile.right * px), snap(fromTop + tile.bottom * px)];
      context.drawImage(tile.image, left, top, right - left, bottom - top);
    }
  });
}

/** Paints a picture of the floor from its upper left corner on, rotated with the map. */
function turned({ context, view: { turn } }: Frame, corner: Spot, paint: (corner: Spot) => void) {
  if (!turn) return paint(corner);
  context.save();
  context.translate(corner.left, corner.top);
  // Canvas angles run clockwise because y runs down.
  context.rotate(-turn.angle);
  paint({ left: 0, top: 0 });
  context.restore();
}

const outlines = new WeakMap<Stroke, Path2D>();

/** A stroke's cells as one path in cells, row 0 on top; cached, because a stroke never changes. */
function outlineOf(stroke: Stroke, width: number) {
  let path = outlines.get(stroke);
  if (!path) {
    path = new Path2D();
    for (let i = 0; i + 1 < stroke.runs.length; i += 2)
      path.rect(stroke.runs[i]! % width, Math.floor(stroke.runs[i]! / width), stroke.runs[i + 1]!, 1);
    outlines.set(stroke, path);
  }
  return path;
}

function paintStrokes(frame: Frame, { raster, strokes, palette }: Floor) {
  if (strokes.length === 0) return;
  const { context, view, size } = frame;
  const corner = toSpot(view, size, {
    x: raster.originX,
    y: raster.originY + raster.height * raster.resolution,
  });
  const px = view.scale * raster.resolution;
  const { floor, wall } = groundColours(palette);
  turned(frame, corner, ({ left, top }) => {
    context.save();
    context.translate(left, top);
    context.scale(px, px);
    for (const stroke of strokes) {
      const { value } = stroke;
      context.fillStyle = css(value === FREE ? floor : value === OCCUPIED ? wall : palette.paper);
      context.fill(outlineOf(stroke, raster.width));
    }
    context.restore();
  });
}

function paintRaster(frame: Frame, raster: Raster, picture: CanvasImageSource) {
  const { context, view, size } = frame;
  const { width, height, resolution, originX, originY } = raster;
  const corner = toSpot(view, size, { x: originX, y: originY + height * resolution });
  // Cell edges are sharp at high zoom only; smaller cells would shimmer.
  context.imageSmoothingEnabled = view.scale * resolution < 8;
  const px = resolution * view.scale;
  turned(frame, corner, ({ left, top }) => context.drawImage(picture, left, top, width * px, height * px));
}

function paintPath(frame: Frame, { path, until, palette }: Floor) {
  for (const stretch of path) {
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
