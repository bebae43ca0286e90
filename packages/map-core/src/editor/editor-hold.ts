import { type Editor, isTouchable, selectedShapes, clampToMap, type Pointer } from './editor-state.ts';
import { boxesJoined, distance, plus, type Box, type Point } from '../geometry/geometry.ts';
import { boxOfShape, placesOf, type Shape } from '../geometry/shapes.ts';
import { snapped, type Snap } from '../geometry/snap.ts';

/** The handle for turning stands this far above what is selected, in pixels. */
const turnPx = 26;

/** The box around everything selected; undefined when nothing is. */
export function selectionBox(editor: Editor): Box | undefined {
  const shapes = selectedShapes(editor);
  return shapes.length > 0 ? boxesJoined(shapes.map(boxOfShape)) : undefined;
}

/** Where the selection is turned: above its box. A single point has its own handle for that. */
export function turnHandle(editor: Editor, px: number): { at: Point; about: Point } | undefined {
  const shapes = selectedShapes(editor);
  const box = selectionBox(editor);
  if (!box || (shapes.length === 1 && shapes[0]!.kind === 'point')) return undefined;
  const about = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  return { at: { x: about.x, y: box.maxY + turnPx * px }, about };
}

/** The shapes a pointer may hold on to: those shown and not moved with it. */
function* steady(editor: Editor): Generator<Shape> {
  const moves = editor.gesture ? editor.selected : undefined;
  for (const shape of (editor.gesture?.origin ?? editor.shapes).values())
    if (!moves?.has(shape.id) && !editor.settings.hidden.has(shape.kind === 'zone' ? shape.type : shape.kind))
      yield shape;
}

/** The place the pointer means, within the map. */
export function held(editor: Editor, { at, reach, shift, free }: Pointer, anchor?: Point): Snap {
  const { map, snaps, grid } = editor.settings;
  const to = clampToMap(map, at);
  if (free) return { at: to, to: undefined };
  const snap = snapped(to, { snaps, reach, shapes: steady(editor), grid, anchor, straight: shift });
  return { ...snap, at: clampToMap(map, snap.at) };
}

/** Beyond this many corners of a selection only its first ones look for something to hold on to. */
const maxFeelers = 40;

/** How far a selection moves when the pointer moves `by`: so that its nearest corner comes to lie on what is near. */
export function heldShift(editor: Editor, pointer: Pointer, shapes: readonly Shape[], by: Point) {
  const feelers = shapes.flatMap(placesOf).slice(0, maxFeelers);
  let best: { by: Point; snap: Snap; away: number } | undefined;
  for (const place of pointer.free ? [] : feelers) {
    const target = plus(place, by);
    const snap = held(editor, { at: target, reach: pointer.reach }, undefined);
    const away = distance(snap.at, target);
    const better = !best || away < best.away;
    if (snap.to !== undefined && better && isReal(snap, away, pointer.reach))
      best = { by: { x: snap.at.x - place.x, y: snap.at.y - place.y }, snap, away };
  }
  return best ?? { by, snap: undefined };
}

/** A crossing of the grid is held on to however far it is; everything else only within reach. */
const isReal = (snap: Snap, away: number, reach: number) => snap.to === 'grid' || away <= reach;

export const touchableShapes = (editor: Editor): Shape[] =>
  [...editor.shapes.values()].filter((shape) => isTouchable(editor, shape));

/** The part of a shift that keeps the box on the map. A box that is larger than the map does not move. */
export function keptOnMap(box: Box, by: Point, map: Box | undefined): Point {
  if (!map) return by;
  const kept = (shift: number, low: number, high: number) =>
    low > high ? 0 : Math.min(high, Math.max(low, shift));
  return {
    x: kept(by.x, map.minX - box.minX, map.maxX - box.maxX),
    y: kept(by.y, map.minY - box.minY, map.maxY - box.maxY),
  };
}
