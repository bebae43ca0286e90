import type { Stroke } from '../geometry/strokes.ts';
import type { Shape } from '../geometry/shapes.ts';

export type Shapes = ReadonlyMap<string, Shape>;

/** Change of one shape. Without `before` it was added, without `after` removed; `at` is the index of a removed shape. */
interface Part {
  before?: Shape;
  after?: Shape;
  at?: number;
}

/** The changes of one step by shape id. */
export type Change = ReadonlyMap<string, Part>;

/** Names of steps, for the texts of undo and redo. */
export const stepNames = [
  'draw',
  'move',
  'turn',
  'bend',
  'change',
  'remove',
  'paste',
  'duplicate',
  'split',
  'join',
  'paint',
] as const;
export type StepName = (typeof stepNames)[number];

/** One step of undo: changed shapes and a painted stroke. */
export interface Step {
  name: StepName;
  change: Change;
  stroke?: Stroke | undefined;
  /** Consecutive steps with the same key become one, such as repeated arrow keys. */
  key?: string | undefined;
}

/** The change from one set of shapes to another. Shapes are compared by identity. */
export function changeBetween(before: Shapes, after: Shapes): Change {
  const change = new Map<string, Part>();
  let at = 0;
  for (const [id, old] of before) {
    const now = after.get(id);
    if (!now) change.set(id, { before: old, at });
    else if (now !== old) change.set(id, { before: old, after: now });
    at++;
  }
  for (const [id, now] of after) if (!before.has(id)) change.set(id, { after: now });
  return change;
}

/** The shapes after a change. A restored shape gets its old index, otherwise undo would not be exact. */
export function apply(shapes: Shapes, change: Change): Shapes {
  const next = new Map(shapes);
  const returning: [number, Shape][] = [];
  for (const [id, { after, at }] of change) {
    if (!after) next.delete(id);
    else if (at === undefined || next.has(id)) next.set(id, after);
    else returning.push([at, after]);
  }
  if (returning.length === 0) return next;
  const order = [...next.values()];
  // In ascending order, so that each index is still valid.
  for (const [at, shape] of returning.toSorted(([a], [b]) => a - b)) order.splice(at, 0, shape);
  return new Map(order.map((shape) => [shape.id, shape]));
}

/** The change that undoes a change. */
export const inverse = (change: Change): Change =>
  new Map(
    [...change].map(([id, { before, after, at }]) => [
      id,
      { ...(after && { before: after }), ...(before && { after: before }), ...(at !== undefined && { at }) },
    ]),
  );

/** Two consecutive changes as one. */
export function changesJoined(first: Change, then: Change): Change {
  const joined = new Map(first);
  for (const [id, part] of then) {
    const old = joined.get(id);
    const before = old ? old.before : part.before;
    const at = old?.at ?? part.at;
    if (!before && !part.after) joined.delete(id);
    else
      joined.set(id, {
        ...(before && { before }),
        ...(part.after && { after: part.after }),
        ...(at !== undefined && { at }),
      });
  }
  return joined;
}
