import { distance, edgeMiddles, handlesOf, type Editor, type Point } from '@sweepline/map-core';

/** Whether a handle of the chosen shape lies under a place; it may stand outside the shape itself. */
export function handlesUnder({ selected, shapes }: Editor, at: Point, reach: number) {
  const chosen = selected === undefined ? undefined : shapes.get(selected);
  if (!chosen) return false;
  return [...handlesOf(chosen), ...edgeMiddles(chosen)].some((handle) => distance(handle, at) <= reach);
}
