import {
  chosenIn,
  distance,
  edgeMiddles,
  handlesOf,
  turnHandle,
  type Editor,
  type Point,
} from '@sweepline/map-core';

/** Whether a handle of the selection is under a place; a handle may lie outside its shape. */
export function isHandleHit(editor: Editor, at: Point, reach: number, px: number) {
  const chosen = chosenIn(editor);
  const turn = turnHandle(editor, px);
  const handles = chosen ? [...handlesOf(chosen), ...edgeMiddles(chosen)] : [];
  return [...handles, ...(turn ? [turn.at] : [])].some((handle) => distance(handle, at) <= reach);
}
