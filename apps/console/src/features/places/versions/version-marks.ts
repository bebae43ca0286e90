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

/** A shape of two drawings laid over each other; a changed shape also has its old form. */
export interface Mark {
  id: string;
  look: MarkLook;
  shape: Shape;
  before?: Shape;
  aspects: readonly Aspect[];
}

/** Merges two drawings into one list: unchanged, added, removed and changed shapes. */
export function marksBetween(before: Elements, after: Elements): Mark[] {
  const { added, removed, changed } = diffElements(before, after);
  const touched = new Set([...added.map(({ id }) => id), ...changed.map(({ after }) => after.id)]);
  const mark = (look: MarkLook) => (shape: Shape) => ({ id: shape.id, look, shape, aspects: [] });
  return [
    ...shapesOf(after)
      .filter(({ id }) => !touched.has(id))
      .map(mark('same')),
    ...removed.map(mark('removed')),
    ...changed.map(({ before: was, after: shape, aspects }) => ({
      id: shape.id,
      look: 'changed' as const,
      shape,
      before: was,
      aspects,
    })),
    ...added.map(mark('added')),
  ];
}

/** Metres around a shape after a jump, so that its surroundings are visible. */
const aroundM = 2;

/** The box that shows a mark, including its old form. */
export const boxOfMark = ({ shape, before }: Mark): Box =>
  boxGrown(boxAround([...placesOf(shape), ...(before ? placesOf(before) : [])]), aroundM);

/** The label of a shape; a line has no name, so its kind is the label. */
export const nameOf = (shape: Shape): string => ('name' in shape ? shape.name : '');
