import { tidyZone } from './shape-rules.ts';
import type { Shape, Spot, Wall, Zone } from './shapes.ts';

/** A map's elements as they are stored and sent: the shapes by kind, the kind left out. */
export interface Elements {
  zones: readonly Omit<Zone, 'kind'>[];
  walls: readonly Omit<Wall, 'kind'>[];
  points: readonly Omit<Spot, 'kind'>[];
}

/** The elements as shapes, in the order they are painted: areas below, lines above them, points on top. */
export const shapesOf = ({ zones, walls, points }: Partial<Elements>): Shape[] => [
  ...(zones ?? []).map((zone) => ({ ...zone, kind: 'zone' }) as const),
  ...(walls ?? []).map((wall) => ({ ...wall, kind: 'wall' }) as const),
  ...(points ?? []).map((point) => ({ ...point, kind: 'point' }) as const),
];

/** The shapes as elements, zones counter-clockwise. */
export function elementsOf(shapes: Iterable<Shape>) {
  const zones: Omit<Zone, 'kind'>[] = [];
  const walls: Omit<Wall, 'kind'>[] = [];
  const points: Omit<Spot, 'kind'>[] = [];
  for (const shape of shapes) {
    if (shape.kind === 'zone') zones.push(withoutKind(tidyZone(shape)));
    else if (shape.kind === 'wall') walls.push(withoutKind(shape));
    else points.push(withoutKind(shape));
  }
  return { zones, walls, points } satisfies Elements;
}

function withoutKind<S extends Shape>({ kind: _kind, ...element }: S): Omit<S, 'kind'> {
  return element;
}
