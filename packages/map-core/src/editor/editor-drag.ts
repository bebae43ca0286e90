import { snapPointer, snapShift, keptOnMap, selectionBox, touchableShapes } from './editor-hold.ts';
import {
  chosenIn,
  put,
  selectedShapes,
  clampToMap,
  type Editor,
  type Gesture,
  type Grip,
  type Pointer,
} from './editor-state.ts';
import { boxBetween, insideBox, minus, plus, type Point } from '../geometry/geometry.ts';
import { wrappedAngle } from '../geometry/pose.ts';
import { handleMoved, handlesOf, moved, placesOf, turned, type Shape } from '../geometry/shapes.ts';

/** Pointer move: the drawn or dragged shape follows the pointer. */
export function move(editor: Editor, pointer: Pointer): Editor {
  const { gesture, draft } = editor;
  if (draft) {
    const snap = snapPointer(editor, pointer, draft.points.at(-1));
    return { ...editor, snap, draft: { ...draft, cursor: snap.at } };
  }
  if (!gesture) return { ...editor, snap: undefined };
  return dragged[gesture.grip.kind]({ ...editor, gesture: { ...gesture, to: pointer.at } }, gesture, pointer);
}

type Drag = (editor: Editor, gesture: Gesture, pointer: Pointer) => Editor;

const dragged: Record<Grip['kind'], Drag> = {
  handle: dragHandle,
  whole: (editor, { base, from }, pointer) => {
    const shapes = selectedShapes({ ...editor, shapes: base });
    const box = selectionBox({ ...editor, shapes: base });
    const requested = minus(pointer.shift ? alongAxis(from, pointer.at) : pointer.at, from);
    const { by, snap } = snapShift(editor, pointer, shapes, requested);
    const shift = box ? keptOnMap(box, by, editor.settings.map) : by;
    return { ...editor, snap, shapes: put(base, ...shapes.map((shape) => moved(shape, shift))) };
  },
  turn: (editor, { base, from, grip }, { at, shift }) => {
    if (grip.kind !== 'turn') return editor;
    const angle = (p: Point) => Math.atan2(p.y - grip.about.y, p.x - grip.about.x);
    const free = wrappedAngle(angle(at) - angle(from));
    const by = shift ? Math.round(free / turnStep) * turnStep : free;
    const shapes = selectedShapes({ ...editor, shapes: base });
    return { ...editor, shapes: put(base, ...shapes.map((shape) => turned(shape, grip.about, by))) };
  },
  rectangle: (editor, { base, from }, pointer) => {
    const shape = chosenIn({ ...editor, shapes: base });
    const snap = snapPointer(editor, { ...pointer, shift: false });
    return shape?.kind === 'zone'
      ? { ...editor, snap, shapes: put(base, { ...shape, points: rectangle(from, snap.at) }) }
      : editor;
  },
  marquee: (editor, { from, grip }, { at }) => {
    const box = boxBetween(from, at);
    const inside = touchableShapes(editor).filter((shape) => placesOf(shape).every((p) => insideBox(p, box)));
    const before = grip.kind === 'marquee' ? grip.before : [];
    return { ...editor, selected: new Set([...before, ...inside.map(({ id }) => id)]) };
  },
  brush: (editor, gesture, { at }) => {
    const path =
      gesture.grip.kind === 'brush' ? [...gesture.grip.path, clampToMap(editor.settings.map, at)] : [];
    return { ...editor, gesture: { ...gesture, to: at, grip: { kind: 'brush', path } } };
  },
  cut: (editor, gesture, pointer) => {
    const snap = snapPointer(editor, pointer, gesture.from);
    return { ...editor, snap, gesture: { ...gesture, to: snap.at } };
  },
  measure: (editor, { from }, pointer) => {
    const snap = snapPointer(editor, pointer, from);
    return { ...editor, snap, measure: { from, to: snap.at } };
  },
};

/** With Shift, turning uses steps of 15°. */
const turnStep = Math.PI / 12;

/** With Shift, a shape moves along one axis only. */
const alongAxis = (from: Point, at: Point): Point =>
  Math.abs(at.x - from.x) >= Math.abs(at.y - from.y) ? { x: at.x, y: from.y } : { x: from.x, y: at.y };

function dragHandle(editor: Editor, { base, grip, from }: Gesture, pointer: Pointer): Editor {
  const shape = chosenIn({ ...editor, shapes: base });
  if (!shape || grip.kind !== 'handle') return editor;
  const handle = handlesOf(shape)[grip.index];
  const turns = shape.kind === 'point' && grip.index === 1;
  // Keeps the offset between handle and pointer of the start; a heading follows the pointer itself.
  const target = !handle || turns || grip.made ? pointer.at : plus(handle, minus(pointer.at, from));
  const anchor = neighbour(shape, grip.index);
  const snap = turns
    ? { at: pointer.shift ? snapPointer(editor, pointer, shape).at : pointer.at, to: undefined }
    : snapPointer(editor, { ...pointer, at: target }, anchor);
  return { ...editor, snap, shapes: put(base, handleMoved(shape, grip.index, snap.at)) };
}

/** The corner from which straight directions of a dragged corner are measured. */
function neighbour(shape: Shape, index: number): Point | undefined {
  if (shape.kind === 'point') return undefined;
  const places = placesOf(shape);
  return index > 0 ? places[index - 1] : shape.kind === 'zone' ? places.at(-1) : places[1];
}

/** The upright rectangle between two opposite corners, counter-clockwise. */
function rectangle(a: Point, b: Point): Point[] {
  const { minX, minY, maxX, maxY } = boxBetween(a, b);
  return [
    { x: minX, y: minY },
    { x: maxX, y: minY },
    { x: maxX, y: maxY },
    { x: minX, y: maxY },
  ];
}
