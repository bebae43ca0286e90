import type { MapDetail, Zone as StoredZone } from '@sweepline/contract';
import {
  changeBetween,
  shapesOf,
  tidyZone,
  type Editor,
  type Shape,
  type Shapes,
  type Zone,
} from '@sweepline/map-core';

/** One change of a zone as the server takes it. */
export type ZoneAct =
  | { kind: 'add' | 'update'; zone: StoredZone }
  | { kind: 'remove'; zone: Pick<StoredZone, 'id' | 'name'> };

const isZone = (shape: Shape | undefined): shape is Zone => shape?.kind === 'zone';

const asStored = (shape: Zone): StoredZone => {
  const { id, type, name, points } = tidyZone(shape);
  return { id, type, name, points: points.map(({ x, y }) => ({ x, y })) };
};

/** The shapes of a map as the editor holds them. */
export const shapesOfMap = ({ elements }: Pick<MapDetail, 'elements'>): Shape[] => shapesOf(elements);
export const zonesAmong = (shapes: Iterable<Shape>): Zone[] => [...shapes].filter(isZone);

/** The editor after a change, with walls and points as they were: they can be seen and chosen here, not yet changed. */
export function zonesOnly(before: Editor, after: Editor): Editor {
  const touched = [...changeBetween(before.shapes, after.shapes)].filter(
    ([, change]) => !isZone(change.before ?? change.after),
  );
  if (touched.length === 0) return after;
  const shapes = new Map(after.shapes);
  for (const [id, change] of touched) {
    if (change.before) shapes.set(id, change.before);
    else shapes.delete(id);
  }
  const nothingLeft = changeBetween(before.shapes, shapes).size === 0;
  return { ...after, shapes, ...(nothingLeft && { undo: before.undo, redo: before.redo }) };
}

/** What must be sent so that the stored zones become the drawn ones. Removals first: they free names and room. */
export function actsBetween(stored: Shapes, drawn: Shapes): ZoneAct[] {
  const acts: ZoneAct[] = [];
  for (const { before, after } of changeBetween(stored, drawn).values()) {
    if (isZone(after)) {
      const zone = asStored(after);
      if (!isZone(before)) acts.push({ kind: 'add', zone });
      else if (!isSame(before, after)) acts.push({ kind: 'update', zone });
    } else if (isZone(before)) acts.push({ kind: 'remove', zone: before });
  }
  return acts.toSorted((a, b) => Number(b.kind === 'remove') - Number(a.kind === 'remove'));
}

const isSame = (before: Shape | undefined, after: Shape | undefined) =>
  isZone(before) && isZone(after) && sameZone(asStored(before), asStored(after));

const sameZone = (a: StoredZone, b: StoredZone) =>
  a.type === b.type &&
  a.name === b.name &&
  a.points.length === b.points.length &&
  a.points.every(({ x, y }, index) => x === b.points[index]!.x && y === b.points[index]!.y);

/**
 * What is drawn here, laid over what somebody else saved meanwhile: zones touched here stay as drawn, all others become as
 * stored. `base` is what both began with.
 */
export function rebased(base: Shapes, drawn: Shapes, theirs: Shapes): Shapes {
  const merged = new Map(theirs);
  for (const [id, { before, after }] of changeBetween(base, drawn)) {
    if (isSame(before, after)) continue;
    if (after) merged.set(id, after);
    else merged.delete(id);
  }
  return merged;
}
