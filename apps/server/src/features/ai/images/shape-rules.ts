import type { AiClass, AiShape } from '@sweepline/contract';
import { wrongField } from '../../../platform/calls/ctx.ts';

type Corner = readonly [number, number];

const turn = (a: Corner, b: Corner, c: Corner) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

/** Whether two sides cross inside both of them. */
const cross = (a: Corner, b: Corner, c: Corner, d: Corner) =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

/** Whether a closed ring of corners crosses itself. */
function crossesItself(ring: readonly Corner[]): boolean {
  const side = (at: number) => [ring[at]!, ring[(at + 1) % ring.length]!] as const;
  for (let one = 0; one < ring.length; one++)
    for (let other = one + 1; other < ring.length; other++)
      if (cross(...side(one), ...side(other))) return true;
  return false;
}

/** Refuses marks of a class that the project has not, boxes without area and polygons that cross themselves. */
export function checkShapes(shapes: readonly AiShape[], classes: readonly AiClass[]): void {
  for (const shape of shapes) {
    if (classes.every(({ id }) => id !== shape.classId)) throw wrongField('shapes', 'UNKNOWN_CLASS');
    if (shape.kind === 'BOX' && (shape.from[0] >= shape.to[0] || shape.from[1] >= shape.to[1]))
      throw wrongField('shapes', 'BOX_EMPTY');
    if (shape.kind === 'POLYGON' && [shape.ring, ...shape.holes].some((ring) => crossesItself(ring)))
      throw wrongField('shapes', 'POLYGON_CROSSES');
  }
}
