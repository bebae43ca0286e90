import type { Editor, Grip } from '@sweepline/map-core';

const still: ReadonlySet<Grip['kind']> = new Set(['marquee', 'brush', 'cut', 'measure']);

/** Whether the current drag changes the selected shapes. */
export const isShapeMove = ({ gesture }: Pick<Editor, 'gesture'>) =>
  gesture !== undefined && !still.has(gesture.grip.kind);
