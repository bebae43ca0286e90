import {
  centroid,
  boxOfShape,
  type Box,
  type Shape,
  type ShapeKind,
  type Spot,
  type Zone,
} from '@sweepline/map-core';
import { css, type Palette } from './colours.ts';
import type { Frame } from '../canvas/layer.ts';
import { paintBumps, paintSegments, paintSlopes, paintWalls, trace } from './paint-lines.ts';
import { paintName, startNames } from './paint-name.ts';
import type { Sprites } from '../canvas/sprites.ts';
import { toSpot } from '../canvas/view.ts';
import { zoneStyles } from './zone-styles.ts';

/** The style and caches for painting shapes. */
export interface ShapeStyle {
  palette: Palette;
  sprites: Sprites;
}

type Painter<S extends Shape> = (frame: Frame, shapes: readonly S[], style: ShapeStyle) => void;

/** One list for each kind, painted together: walls in one stroke, points from prepared sprites. */
const painters: { [K in ShapeKind]: Painter<Extract<Shape, { kind: K }>> } = {
  zone: (frame, zones, style) => {
    for (const zone of zones) paintZone(frame, zone, style);
    paintNames(frame, zones, style);
  },
  slope: (frame, slopes, { palette }) => paintSlopes(frame, slopes, palette),
  bump: (frame, bumps, { palette }) => paintBumps(frame, bumps, palette),
  segment: (frame, segments, { palette }) => paintSegments(frame, segments, palette),
  wall: (frame, walls, { palette }) => paintWalls(frame, walls, palette),
  point: paintSpots,
};

/** Paints shapes in the order of the kinds: areas below, lines above them, points on top. */
export function paintShapes(frame: Frame, shapes: readonly Shape[], style: ShapeStyle) {
  const ofKind = <K extends ShapeKind>(kind: K) =>
    shapes.filter((shape): shape is Extract<Shape, { kind: K }> => shape.kind === kind);
  painters.zone(frame, ofKind('zone'), style);
  painters.slope(frame, ofKind('slope'), style);
  painters.bump(frame, ofKind('bump'), style);
  painters.segment(frame, ofKind('segment'), style);
  painters.wall(frame, ofKind('wall'), style);
  painters.point(frame, ofKind('point'), style);
}

function paintZone(frame: Frame, zone: Zone, { palette, sprites }: ShapeStyle) {
  const { context } = frame;
  const { tone, tint, dash } = zoneStyles[zone.type];
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

/** More names than this are unreadable, and cost more time than all other shapes. */
const maxNames = 150;

/** Half the height of a name with its margin. */
const namePx = 20;

/** Each zone's name in its middle, or above or below it where another name lies already; small zones are placed first. */
function paintNames(
  { context, view, size }: Frame,
  zones: readonly Zone[],
  { palette, sprites }: ShapeStyle,
) {
  startNames(context);
  const placed: { left: number; top: number; half: number }[] = [];
  const height = ({ minY, maxY }: Box) => (maxY - minY) * view.scale;
  for (const zone of zones.toSorted((a, b) => height(boxOfShape(a)) - height(boxOfShape(b)))) {
    const box = boxOfShape(zone);
    const half = sprites.textWidth(context, zone.name) / 2 + 5;
    if (height(box) < namePx + 2 || 2 * half > (box.maxX - box.minX) * view.scale) continue;
    const { left, top } = toSpot(view, size, centroid(zone.points));
    const isFree = (at: number) =>
      placed.every(
        (other) => Math.abs(other.top - at) >= namePx || Math.abs(other.left - left) >= other.half + half,
      );
    const at = shiftsWithin(height(box) / 2 - namePx / 2).find((shift) => isFree(top + shift));
    if (at === undefined || placed.length >= maxNames) continue;
    const place = { left, top: top + at, half };
    placed.push(place);
    paintName(context, zone.name, place, palette);
  }
}

/** The offsets for a name from the middle: zero, then alternately further above and below. */
const shiftsWithin = (limit: number) =>
  [0, -1, 1, -2, 2, -3, 3, -4, 4].map((step) => step * namePx).filter((shift) => Math.abs(shift) <= limit);

/** Pixels a metre from which points have space for a large and a small symbol; below, they are dots. */
const roomFor = { large: 15, small: 6 } as const;

function paintSpots(frame: Frame, spots: readonly Spot[], { sprites }: ShapeStyle) {
  const { context, view, size } = frame;
  const { scale } = view;
  const radius = scale >= roomFor.large ? 11 : 7.5;
  for (const spot of spots) {
    const sprite =
      scale >= roomFor.small ? sprites.sign(frame, spot.type, radius) : sprites.dot(frame, spot.type);
    if (!sprite) continue;
    const { left, top } = toSpot(view, size, spot);
    context.drawImage(sprite.image, left - sprite.side / 2, top - sprite.side / 2, sprite.side, sprite.side);
  }
}
