import {
  centroid,
  boxOfShape,
  type Shape,
  type ShapeKind,
  type Spot,
  type Wall,
  type Zone,
} from '@sweepline/map-core';
import { css, type Palette } from './colours.ts';
import type { Frame } from './layer.ts';
import { paintName, startNames } from './paint-name.ts';
import type { Sprites } from './sprites.ts';
import { toSpot } from './view.ts';
import { zoneLooks } from './zone-looks.ts';

/** What painting shapes needs beside the shapes. */
export interface Look {
  palette: Palette;
  sprites: Sprites;
}

type Painter<S extends Shape> = (frame: Frame, shapes: readonly S[], look: Look) => void;

/** One row for each kind, painted together: walls in one stroke, points from prepared pictures. */
const painters: { [K in ShapeKind]: Painter<Extract<Shape, { kind: K }>> } = {
  zone: (frame, zones, look) => {
    for (const zone of zones) paintZone(frame, zone, look);
    paintNames(frame, zones, look);
  },
  wall: paintWalls,
  point: paintSpots,
};

/** Paints shapes in the order of the kinds: areas below, lines above them, points on top. */
export function paintShapes(frame: Frame, shapes: readonly Shape[], look: Look) {
  const ofKind = <K extends ShapeKind>(kind: K) =>
    shapes.filter((shape): shape is Extract<Shape, { kind: K }> => shape.kind === kind);
  painters.zone(frame, ofKind('zone'), look);
  painters.wall(frame, ofKind('wall'), look);
  painters.point(frame, ofKind('point'), look);
}

/** Adds a line of points to the current path. */
export function trace({ context, view, size }: Frame, points: Zone['points'], closed: boolean) {
  points.forEach((p, i) => {
    const { left, top } = toSpot(view, size, p);
    if (i === 0) context.moveTo(left, top);
    else context.lineTo(left, top);
  });
  if (closed) context.closePath();
}

function paintZone(frame: Frame, zone: Zone, { palette, sprites }: Look) {
  const { context } = frame;
  const { tone, tint, dash } = zoneLooks[zone.type];
  context.beginPath();
  trace(frame, zone.points, true);
  context.fillStyle = css(palette[tone], tint);
  context.fill();
  const filling = sprites.filling(frame, zone.type);
  if (filling) {
    context.fillStyle = filling;
    context.fill();
  }
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.strokeStyle = css(palette[tone], 0.9);
  context.setLineDash(dash as number[]);
  context.stroke();
  if (dash.length > 0) context.setLineDash([]);
}

/** Names beyond this many would be a carpet of text, and cost more than everything else. */
const mostNames = 150;

/** A zone's name in its middle, where it fits. */
function paintNames(frame: Frame, zones: readonly Zone[], { palette, sprites }: Look) {
  const { context, view, size } = frame;
  startNames(context, palette);
  let shown = 0;
  for (const zone of zones) {
    const box = boxOfShape(zone);
    if ((box.maxY - box.minY) * view.scale < 22 || shown >= mostNames) continue;
    if (sprites.textWidth(context, zone.name) + 12 > (box.maxX - box.minX) * view.scale) continue;
    const { left, top } = toSpot(view, size, centroid(zone.points));
    paintName(context, zone.name, left, top);
    shown++;
  }
}

function paintWalls(frame: Frame, walls: readonly Wall[], { palette }: Look) {
  const { context } = frame;
  if (walls.length === 0) return;
  context.beginPath();
  for (const { points } of walls) trace(frame, points, false);
  context.lineCap = context.lineJoin = 'round';
  context.lineWidth = frame.view.scale > 12 ? 3 : 2;
  context.strokeStyle = css(palette.fault);
  context.stroke();
}

/** Below this many pixels a metre points become dots: their signs would lie on top of each other. */
const signsFrom = 9;

function paintSpots(frame: Frame, spots: readonly Spot[], { sprites }: Look) {
  const { context, view, size } = frame;
  for (const spot of spots) {
    const sprite = view.scale >= signsFrom ? sprites.sign(frame, spot.type) : sprites.dot(frame, spot.type);
    if (!sprite) continue;
    const { left, top } = toSpot(view, size, spot);
    context.drawImage(sprite.image, left - sprite.side / 2, top - sprite.side / 2, sprite.side, sprite.side);
  }
}
