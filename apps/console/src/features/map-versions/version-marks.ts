import {
  boxAround,
  boxGrown,
  diffElements,
  placesOf,
  shapesOf,
  type Aspect,
  type Box,
  type Elements,
  type Shape,
} from '@sweepline/map-core';

type MarkLook = 'same' | 'added' | 'removed' | 'changed';

/** A shape of two drawings laid over each other; of a changed one also what it was. */
export interface Mark {
  id: string;
  look: MarkLook;
  shape: Shape;
  before?: Shape;
  aspects: readonly Aspect[];
}

/** Two drawings as one: what is the same, what came, went, or is another now. */
export function marksBetween(before: Elements, after: Elements): Mark[] {
  const { added, removed, changed } = diffElements(before, after);
  const touched = new Set([...added.map(({ id }) => id), ...changed.map((one) => one.after.id)]);
  const mark = (look: MarkLook) => (shape: Shape) => ({ id: shape.id, look, shape, aspects: [] });
  return [
    ...shapesOf(after)
      .filter(({ id }) => !touched.has(id))
      .map(mark('same')),
    ...removed.map(mark('removed')),
    ...changed.map(({ before: was, after: shape, aspects }) => ({
      ...{ id: shape.id, look: 'changed' as const, shape, before: was, aspects },
    })),
    ...added.map(mark('added')),
  ];
}

/** Metres around a shape that is jumped to, so that one sees where it is. */
const aroundM = 2;

/** Where to look to see a mark, what it was included. */
export const boxOfMark = ({ shape, before }: Mark): Box =>
  boxGrown(boxAround([...placesOf(shape), ...(before ? placesOf(before) : [])]), aroundM);

/** What a shape is called; a line has no name and is called by its kind. */
export const nameOf = (shape: Shape): string => ('name' in shape ? shape.name : '');
