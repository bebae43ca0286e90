import type { Editor, Grip } from '@sweepline/map-core';

const otherGrips: ReadonlySet<Grip['kind']> = new Set(['marquee', 'brush', 'cut', 'measure']);

/** Whether the current drag changes the selected shapes. */
export const isShapeMove = ({ gesture }: Pick<Editor, 'gesture'>) =>
  gesture !== undefined && !otherGrips.has(gesture.grip.kind);
