import { tidyZone } from './geometry/shape-rules.ts';
import type { Bump, Segment, Shape, Slope, Spot, Wall, Zone } from './geometry/shapes.ts';

/** Elements of a map as stored and sent: shapes grouped by kind, without the field `kind`. */
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
 * The elements as shapes in paint order: areas, lines, points. Missing lists are empty; maps stored before a kind existed
 * do not have its list.
 */
export const shapesOf = (elements: Partial<Elements>): Shape[] => [
  ...withKind('zone', elements.zones),
  ...withKind('slope', elements.slopes),
  ...withKind('bump', elements.bumps),
  ...withKind('segment', elements.segments),
  ...withKind('wall', elements.walls),
  ...withKind('point', elements.points),
];

/** The shapes as elements; zones become counter-clockwise. */
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
