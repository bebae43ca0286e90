import { type Editor, isTouchable, selectedShapes, clampToMap, type Pointer } from './editor-state.ts';
import { boxesJoined, distance, plus, type Box, type Point } from '../geometry/geometry.ts';
import { boxOfShape, placesOf, type Shape } from '../geometry/shapes.ts';
import { snapped, type Snap } from '../geometry/snap.ts';

/** Distance of the turn handle above the selection, in pixels. */
const turnPx = 26;

/** The box around the selection; undefined without one. */
export function selectionBox(editor: Editor): Box | undefined {
  const shapes = selectedShapes(editor);
  return shapes.length > 0 ? boxesJoined(shapes.map(boxOfShape)) : undefined;
}

/** Position and centre of the turn handle; undefined for a single point, which has a heading handle. `px`: metres per pixel. */
export function turnHandle(editor: Editor, px: number): { at: Point; about: Point } | undefined {
  const shapes = selectedShapes(editor);
  const box = selectionBox(editor);
  if (!box || (shapes.length === 1 && shapes[0]!.kind === 'point')) return undefined;
  const about = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  return { at: { x: about.x, y: box.maxY + turnPx * px }, about };
}

/** The shapes a pointer may snap to: visible and not moved with it. */
function* snapTargets(editor: Editor): Generator<Shape> {
  const moves = editor.gesture ? editor.selected : undefined;
  for (const shape of (editor.gesture?.origin ?? editor.shapes).values())
    if (!moves?.has(shape.id) && !editor.settings.hidden.has(shape.kind === 'zone' ? shape.type : shape.kind))
      yield shape;
}

/** The snapped position of the pointer, within the map. `anchor`: start of straight directions. */
export function snapPointer(editor: Editor, { at, reach, shift, free }: Pointer, anchor?: Point): Snap {
  const { map, snaps, grid } = editor.settings;
  const to = clampToMap(map, at);
  if (free) return { at: to, to: undefined };
  const snap = snapped(to, { snaps, reach, shapes: snapTargets(editor), grid, anchor, straight: shift });
  return { ...snap, at: clampToMap(map, snap.at) };
}

/** Only this many corners of a selection are tested for snapping, for speed. */
const maxSnapCorners = 40;

/** The shift of a selection for a pointer movement `by`, adjusted so that its nearest corner snaps. */
export function snapShift(editor: Editor, pointer: Pointer, shapes: readonly Shape[], by: Point) {
  const corners = shapes.flatMap(placesOf).slice(0, maxSnapCorners);
  let best: { by: Point; snap: Snap; away: number } | undefined;
  for (const place of pointer.free ? [] : corners) {
    const target = plus(place, by);
    const snap = snapPointer(editor, { at: target, reach: pointer.reach }, undefined);
    const away = distance(snap.at, target);
    const better = !best || away < best.away;
    if (snap.to !== undefined && better && isReal(snap, away, pointer.reach))
      best = { by: { x: snap.at.x - place.x, y: snap.at.y - place.y }, snap, away };
  }
  return best ?? { by, snap: undefined };
}

/** A grid crossing snaps at any distance, everything else only within reach. */
const isReal = (snap: Snap, away: number, reach: number) => snap.to === 'grid' || away <= reach;

/** The shapes that are neither locked nor hidden. */
export const touchableShapes = (editor: Editor): Shape[] =>
  [...editor.shapes.values()].filter((shape) => isTouchable(editor, shape));

/** The part of a shift that keeps the box on the map. A box that is larger than the map does not move. */
export function keptOnMap(box: Box, by: Point, map: Box | undefined): Point {
  if (!map) return by;
  const limited = (shift: number, low: number, high: number) =>
    low > high ? 0 : Math.min(high, Math.max(low, shift));
  return {
    x: limited(by.x, map.minX - box.minX, map.maxX - box.maxX),
    y: limited(by.y, map.minY - box.minY, map.maxY - box.maxY),
  };
}
