import { drawn } from './editor-draft.ts';
import {
  newZone,
  nextId,
  nextName,
  put,
  step,
  within,
  type Editor,
  type Gesture,
  type Pointer,
  type ToolName,
} from './editor-state.ts';
import { distance, minus, plus, type Box, type Point } from './geometry.ts';
import { apply, changeBetween, type Change } from './history.ts';
import {
  boxOfShape,
  edgeMiddles,
  handleMoved,
  handlesOf,
  moved,
  shapeAt,
  withCorner,
  type Shape,
} from './shapes.ts';

/** What pressing means under each tool. Dragging and releasing mean the same under all of them. */
const press: Record<ToolName, (editor: Editor, pointer: Pointer) => Editor> = {
  select: (editor, pointer) => {
    const chosen = editor.selected === undefined ? undefined : editor.shapes.get(editor.selected);
    const gripped = chosen && gripOn(editor, chosen, pointer);
    if (gripped) return gripped;
    const shape = shapeAt(editor.shapes.values(), pointer.at, pointer.reach);
    return shape
      ? grab(editor, shape, pointer.at, 'whole')
      : { ...editor, selected: undefined, corner: undefined };
  },
  zone: (editor, pointer) => drawn(editor, 'zone', pointer),
  wall: (editor, pointer) => drawn(editor, 'wall', pointer),
  rectangle: (editor, { at }) => grab(editor, newZone(editor, [at, at, at, at]), at, 'rectangle'),
  point: (editor, { at }) => {
    const type = editor.settings.pointType;
    const name = nextName(editor, type);
    return grab(editor, { id: nextId(editor), kind: 'point', type, name, ...at, theta: 0 }, at, 1);
  },
};

/** A handle of the selected shape, or the middle of an edge, which becomes a new corner. */
function gripOn(editor: Editor, shape: Shape, { at, reach }: Pointer): Editor | undefined {
  const grip = handlesOf(shape).findIndex((handle) => distance(handle, at) <= reach);
  if (grip >= 0) return grab(editor, shape, at, grip);
  const edge = edgeMiddles(shape).findIndex((middle) => distance(middle, at) <= reach);
  return edge < 0 ? undefined : grab(editor, withCorner(shape, edge, at), at, edge + 1);
}

const grab = (editor: Editor, shape: Shape, at: Point, grip: Gesture['grip']): Editor => {
  const base = put(editor.shapes, shape);
  return {
    ...editor,
    shapes: base,
    selected: shape.id,
    corner: typeof grip === 'number' && shape.kind !== 'point' ? grip : undefined,
    gesture: { from: at, origin: editor.shapes, base, grip },
  };
};

export const down = (editor: Editor, pointer: Pointer): Editor =>
  press[editor.tool](editor, { ...pointer, at: within(editor.settings.map, pointer.at) });

export function move(editor: Editor, { at }: Pointer): Editor {
  const { gesture, selected, draft } = editor;
  const { map } = editor.settings;
  const to = within(map, at);
  if (draft) return { ...editor, draft: { ...draft, cursor: to } };
  const shape = gesture && selected !== undefined ? gesture.base.get(selected) : undefined;
  if (!gesture || !shape) return editor;
  return { ...editor, shapes: put(gesture.base, dragged(shape, gesture, to, map)) };
}

function dragged(shape: Shape, { grip, from }: Gesture, to: Point, map: Box | undefined): Shape {
  if (grip === 'whole') return moved(shape, keptOnMap(boxOfShape(shape), minus(to, from), map));
  if (typeof grip === 'number') return handleMoved(shape, grip, handleAt(shape, grip, from, to, map));
  return shape.kind === 'zone' ? { ...shape, points: rectangle(from, to) } : shape;
}

/** Where a gripped handle belongs: as far from the pointer as it was when it was gripped. A heading follows the pointer itself. */
function handleAt(shape: Shape, grip: number, from: Point, to: Point, map: Box | undefined): Point {
  const handle = handlesOf(shape)[grip];
  return !handle || (shape.kind === 'point' && grip === 1) ? to : within(map, plus(handle, minus(to, from)));
}

/** The part of a shift that keeps the box on the map. A box that is larger than the map does not move. */
function keptOnMap(box: Box, by: Point, map: Box | undefined): Point {
  if (!map) return by;
  const kept = (shift: number, low: number, high: number) =>
    low > high ? 0 : Math.min(high, Math.max(low, shift));
  return {
    x: kept(by.x, map.minX - box.minX, map.maxX - box.maxX),
    y: kept(by.y, map.minY - box.minY, map.maxY - box.maxY),
  };
}

/** The upright rectangle between two opposite corners, counter-clockwise. */
function rectangle(a: Point, b: Point): Point[] {
  const [minX, maxX, minY, maxY] = [
    Math.min(a.x, b.x),
    Math.max(a.x, b.x),
    Math.min(a.y, b.y),
    Math.max(a.y, b.y),
  ];
  return [
    { x: minX, y: minY },
    { x: maxX, y: minY },
    { x: maxX, y: maxY },
    { x: minX, y: maxY },
  ];
}

/** From down to up is one step of undo, however many moves lay between. A rectangle hardly drawn was a slip and vanishes. */
export function up(editor: Editor): Editor {
  const { gesture, selected } = editor;
  if (!gesture) return editor;
  // A press that never moved only chose something: it neither adds the corner it took hold of, nor is it a step.
  if (editor.tool === 'select' && editor.shapes === gesture.base) return released(editor, gesture);
  const shape = selected === undefined ? undefined : editor.shapes.get(selected);
  if (gesture.grip === 'rectangle' && shape && isSliver(boxOfShape(shape))) return cancel(editor);
  const change = changeBetween(gesture.origin, editor.shapes);
  const done: Editor = { ...editor, gesture: undefined, ...(editor.tool !== 'point' && { tool: 'select' }) };
  return settled(step(done, gesture.origin), change);
}

function released(editor: Editor, { origin, base }: Gesture): Editor {
  const added = editor.selected !== undefined && origin.get(editor.selected) !== base.get(editor.selected);
  const corner = added ? undefined : editor.corner;
  return settled({ ...editor, shapes: origin, corner, gesture: undefined }, new Map());
}

const isSliver = ({ minX, minY, maxX, maxY }: Box) => Math.min(maxX - minX, maxY - minY) < 0.1;

/** Ends the drawing or the drag without a trace. */
export function cancel(editor: Editor): Editor {
  if (editor.draft) return { ...editor, draft: undefined };
  if (!editor.gesture) return editor;
  const { origin } = editor.gesture;
  const selected = editor.selected !== undefined && origin.has(editor.selected) ? editor.selected : undefined;
  return settled({ ...editor, shapes: origin, selected, corner: undefined, gesture: undefined }, new Map());
}

/** Takes in what came from elsewhere while a gesture ran; of a shape both changed, the gesture's stays. */
export function settled(editor: Editor, own: Change): Editor {
  if (!editor.waiting || editor.gesture) return editor;
  const shapes = apply(editor.waiting, own);
  const selected = editor.selected !== undefined && shapes.has(editor.selected) ? editor.selected : undefined;
  return { ...editor, shapes, selected, waiting: undefined };
}
