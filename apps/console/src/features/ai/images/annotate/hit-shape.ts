import type { AiShape } from '@sweepline/contract';
import { isInside, tileAt, type Corner } from './drawing-rules.ts';

function isHit(shape: AiShape, place: Corner): boolean {
  const [x, y] = place;
  if (shape.kind === 'BOX')
    return x >= shape.from[0] && x <= shape.to[0] && y >= shape.from[1] && y <= shape.to[1];
  if (shape.kind === 'POLYGON')
    return isInside(shape.ring, place) && !shape.holes.some((hole) => isInside(hole, place));
  return shape.kind === 'TILES' && shape.tiles.includes(tileAt(place));
}

/** The uppermost mark at a place. */
export const hitShape = (shapes: readonly AiShape[], place: Corner): AiShape | undefined =>
  shapes.findLast((shape) => isHit(shape, place));
