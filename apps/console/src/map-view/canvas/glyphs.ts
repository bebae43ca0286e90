import type { PointType } from '@sweepline/map-core';
import { icons, type IconName } from '../../kit/ui/icons.ts';

/** The icon of each point type; two types share an icon only where their names make the difference clear. */
const signs: Record<PointType, IconName> = {
  START: 'play',
  CHARGING: 'bolt',
  NAVIGATION: 'navigate',
  DOCKING: 'home',
  WATER_REFILL: 'water',
  WATER_DRAIN: 'download',
  DROP: 'down',
  SUPPLY: 'plus',
  LIFT_CALL: 'more',
  LIFT_ENTRY: 'right',
  LIFT_INSIDE: 'building',
  SLOPE_LOW: 'left',
  SLOPE_HIGH: 'up',
  QR_CODE: 'cards',
};

const paths = new Map<IconName, Path2D>();

function pathOf(name: IconName) {
  let path = paths.get(name);
  if (!path) paths.set(name, (path = new Path2D(icons[name])));
  return path;
}

/** Strokes an icon of the kit's 24-unit grid around a place, `side` pixels large. */
export function strokeIcon(
  context: CanvasRenderingContext2D,
  name: IconName,
  left: number,
  top: number,
  side: number,
) {
  context.save();
  context.translate(left - side / 2, top - side / 2);
  context.scale(side / 24, side / 24);
  context.lineWidth = (1.7 * 24) / side;
  context.lineCap = context.lineJoin = 'round';
  context.stroke(pathOf(name));
  context.restore();
}

export const signOf = (type: PointType) => signs[type];
