import type { Stroke } from '../geometry/strokes.ts';
import type { Shape } from '../geometry/shapes.ts';

export type Shapes = ReadonlyMap<string, Shape>;

/** One shape's part in a step. Absent `before` is a creation, absent `after` a removal; `at` is where in the order a removed one was. */
interface Part {
  before?: Shape;
  after?: Shape;
  at?: number;
}

/** What one step did, shape by shape. */
export type Change = ReadonlyMap<string, Part>;

/** What a person did, for the words beside undo and redo. */
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

/** One step of undo: shapes that changed, and cells of the floor that were painted over. */
export interface Step {
  name: StepName;
  change: Change;
  stroke?: Stroke | undefined;
  /** Steps with the same key in a row become one, such as presses of an arrow key. */
  key?: string | undefined;
}

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

/** The shapes after a change. A removed shape that comes back takes its old place in the order, or undo would not be exact. */
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
  // From the front, so that each place is counted as it was.
  for (const [at, shape] of returning.toSorted(([a], [b]) => a - b)) order.splice(at, 0, shape);
  return new Map(order.map((shape) => [shape.id, shape]));
}

export const inverse = (change: Change): Change =>
  new Map(
    [...change].map(([id, { before, after, at }]) => [
      id,
      { ...(after && { before: after }), ...(before && { after: before }), ...(at !== undefined && { at }) },
    ]),
  );

/** Two changes made one after the other, as one. */
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
