import { tidyZone } from './geometry/shape-rules.ts';
import type { Bump, Segment, Shape, Slope, Spot, Wall, Zone } from './geometry/shapes.ts';

/** A map's elements as they are stored and sent: the shapes by kind, the kind left out. */
export interface Elements {
  zones: readonly Omit<Zone, 'kind'>[];
  walls: readonly Omit<Wall, 'kind'>[];
  points: readonly Omit<Spot, 'kind'>[];
  segments: readonly Omit<Segment, 'kind'>[];
  slopes: readonly Omit<Slope, 'kind'>[];
  bumps: readonly Omit<Bump, 'kind'>[];
}

const withKind = <K extends Shape['kind'], E>(kind: K, elements: readonly E[] | undefined) =>
  (elements ?? []).map((element) => ({ ...element, kind }));

/**
 * The elements as shapes, in the order they are painted: areas below, lines above them, points on top. Lists that are missing,
 * as in maps stored before their kind was known, are empty.
 */
export const shapesOf = (elements: Partial<Elements>): Shape[] => [
  ...withKind('zone', elements.zones),
  ...withKind('slope', elements.slopes),
  ...withKind('bump', elements.bumps),
  ...withKind('segment', elements.segments),
  ...withKind('wall', elements.walls),
  ...withKind('point', elements.points),
];

/** The shapes as elements, zones counter-clockwise. */
export function elementsOf(shapes: Iterable<Shape>) {
  const all = [...shapes];
  const ofKind = <K extends Shape['kind']>(kind: K) =>
    all
      .filter((shape): shape is Extract<Shape, { kind: K }> => shape.kind === kind)
      .map((shape) => withoutKind(shape));
  return {
    zones: all.filter((shape) => shape.kind === 'zone').map((zone) => withoutKind(tidyZone(zone))),
    walls: ofKind('wall'),
    points: ofKind('point'),
    segments: ofKind('segment'),
    slopes: ofKind('slope'),
    bumps: ofKind('bump'),
  } satisfies Elements;
}

function withoutKind<S extends Shape>({ kind: _kind, ...element }: S): Omit<S, 'kind'> {
  return element;
}
