import type { Shape } from './shapes.ts';

export type Shapes = ReadonlyMap<string, Shape>;

/** What one step did, shape by shape. Absent `before` is a creation, absent `after` a removal. */
export type Change = ReadonlyMap<string, { before?: Shape; after?: Shape }>;

export function changeBetween(before: Shapes, after: Shapes): Change {
  const change = new Map<string, { before?: Shape; after?: Shape }>();
  const compare = (id: string) => {
    const [old, now] = [before.get(id), after.get(id)];
    if (old !== now) change.set(id, { ...(old && { before: old }), ...(now && { after: now }) });
  };
  for (const id of before.keys()) compare(id);
  for (const id of after.keys()) if (!before.has(id)) compare(id);
  return change;
}

export function apply(shapes: Shapes, change: Change): Shapes {
  const next = new Map(shapes);
  for (const [id, { after }] of change) {
    if (after) next.set(id, after);
    else next.delete(id);
  }
  return next;
}

export const inverse = (change: Change): Change =>
  new Map(
    [...change].map(([id, { before, after }]) => [
      id,
      { ...(after && { before: after }), ...(before && { after: before }) },
    ]),
  );
