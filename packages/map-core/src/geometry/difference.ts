import { elementsOf, shapesOf, type Elements } from '../elements.ts';
import type { Shape } from './shapes.ts';
import { placesOf } from './shapes.ts';

/** Changed aspects of a shape. */
export type Aspect = 'name' | 'type' | 'shape' | 'heading' | 'lift';

export interface ChangedShape {
  before: Shape;
  after: Shape;
  aspects: readonly Aspect[];
}

/** The difference between two drawings. */
export interface Difference {
  added: readonly Shape[];
  removed: readonly Shape[];
  changed: readonly ChangedShape[];
}

const textOf = (shape: Shape, key: 'name' | 'type' | 'floor' | 'liftId') =>
  (shape as Partial<Record<typeof key, string>>)[key] ?? '';

function samePlaces(a: Shape, b: Shape) {
  const [here, there] = [placesOf(a), placesOf(b)];
  return (
    here.length === there.length &&
    here.every(({ x, y }, i) => Object.is(x + 0, there[i]!.x + 0) && Object.is(y + 0, there[i]!.y + 0))
  );
}

/** The aspects in which two versions of a shape differ; empty when they are equal. */
export function aspectsBetween(a: Shape, b: Shape): Aspect[] {
  if (a === b) return [];
  if (a.kind !== b.kind) return ['type', 'shape'];
  const aspects: Aspect[] = [];
  if (textOf(a, 'name') !== textOf(b, 'name')) aspects.push('name');
  if (textOf(a, 'type') !== textOf(b, 'type')) aspects.push('type');
  if (!samePlaces(a, b)) aspects.push('shape');
  if (a.kind === 'point' && b.kind === 'point' && !Object.is(a.theta + 0, b.theta + 0))
    aspects.push('heading');
  if (textOf(a, 'floor') !== textOf(b, 'floor') || textOf(a, 'liftId') !== textOf(b, 'liftId'))
    aspects.push('lift');
  return aspects;
}

const byId = (elements: Partial<Elements>) => new Map(shapesOf(elements).map((shape) => [shape.id, shape]));

/** The difference from `before` to `after`. Shapes are matched by id; the order is ignored. */
export function diffElements(before: Partial<Elements>, after: Partial<Elements>): Difference {
  const [old, now] = [byId(before), byId(after)];
  const changed = [...old].flatMap(([id, shape]): ChangedShape[] => {
    const other = now.get(id);
    const aspects = other ? aspectsBetween(shape, other) : [];
    return other && aspects.length > 0 ? [{ before: shape, after: other, aspects }] : [];
  });
  return {
    added: [...now.values()].filter(({ id }) => !old.has(id)),
    removed: [...old.values()].filter(({ id }) => !now.has(id)),
    changed,
  };
}

/** A shape that both sides changed differently. A missing version was removed or did not exist. */
export interface MergeConflict {
  id: string;
  base: Shape | undefined;
  mine: Shape | undefined;
  theirs: Shape | undefined;
}

export interface Merge {
  /** The changes of both sides. For a conflict it has the version of `mine`. */
  merged: ReturnType<typeof elementsOf>;
  conflicts: readonly MergeConflict[];
}

const isSame = (a: Shape | undefined, b: Shape | undefined) =>
  a === b || (a !== undefined && b !== undefined && aspectsBetween(a, b).length === 0);

/**
 * Three-way merge of drawings. A change of one side is taken; equal changes or removals on both sides are no conflict.
 */
export function mergeElements(
  base: Partial<Elements>,
  mine: Partial<Elements>,
  theirs: Partial<Elements>,
): Merge {
  const [was, here, there] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: MergeConflict[] = [];
  const merged: Shape[] = [];
  for (const id of new Set([...there.keys(), ...here.keys()])) {
    const sides = { base: was.get(id), mine: here.get(id), theirs: there.get(id) };
    const touched = { mine: !isSame(sides.base, sides.mine), theirs: !isSame(sides.base, sides.theirs) };
    if (touched.mine && touched.theirs && !isSame(sides.mine, sides.theirs)) conflicts.push({ id, ...sides });
    const result = touched.mine ? sides.mine : sides.theirs;
    if (result) merged.push(result);
  }
  return { merged: elementsOf(merged), conflicts };
}

/** The merged drawing with one conflict resolved for a side. */
export function settleConflict(
  merged: Partial<Elements>,
  conflict: MergeConflict,
  side: 'mine' | 'theirs',
): ReturnType<typeof elementsOf> {
  const shapes = byId(merged);
  const shape = conflict[side];
  if (shape) shapes.set(conflict.id, shape);
  else shapes.delete(conflict.id);
  return elementsOf(shapes.values());
}
