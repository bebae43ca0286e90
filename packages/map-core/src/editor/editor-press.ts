import { drawn } from './editor-draft.ts';
import { snapPointer, touchableShapes, turnHandle } from './editor-hold.ts';
import {
  chosenIn,
  newZone,
  nextId,
  nextName,
  put,
  clampToMap,
  type Editor,
  type Grip,
  type Pointer,
  type ToolName,
} from './editor-state.ts';
import { distance, type Point } from '../geometry/geometry.ts';
import { edgeMiddles, handlesOf, hasCorners, shapeAt, withCorner, type Shape } from '../geometry/shapes.ts';

type Press = (editor: Editor, pointer: Pointer) => Editor;
const draws =
  (kind: Parameters<typeof drawn>[1]): Press =>
  (editor, pointer) =>
    drawn(editor, kind, pointer);

/** Pointer down for each tool. Moving and releasing depend only on the grip. */
const press: Record<ToolName, Press> = {
  select: (editor, pointer) => pressToSelect(editor, pointer),
  pan: (editor) => editor,
  zone: draws('zone'),
  wall: draws('wall'),
  segment: draws('segment'),
  bump: draws('bump'),
  rectangle: (editor, { at }) =>
    grabNew(editor, newZone(editor, [at, at, at, at]), at, { kind: 'rectangle' }),
  slope: (editor, { at }) =>
    grabNew(editor, { id: nextId(editor), kind: 'slope', low: at, high: at }, at, {
      kind: 'handle',
      index: 1,
    }),
  point: (editor, { at }) => {
    const type = editor.settings.pointType;
    const spot: Shape = {
      id: nextId(editor),
      kind: 'point',
      type,
      name: nextName(editor, type),
      ...at,
      theta: 0,
    };
    return grabNew(editor, spot, at, { kind: 'handle', index: 1 });
  },
  brush: (editor, { at }) => grab(editor, at, { kind: 'brush', path: [at] }),
  cut: (editor, { at }) => grab(editor, at, { kind: 'cut' }),
  measure: (editor, { at }) => ({ ...grab(editor, at, { kind: 'measure' }), measure: { from: at, to: at } }),
};

const grab = (editor: Editor, at: Point, grip: Grip, base = editor.shapes): Editor => ({
  ...editor,
  shapes: base,
  gesture: { from: at, to: at, origin: editor.shapes, base, grip },
});

const grabNew = (editor: Editor, shape: Shape, at: Point, grip: Grip): Editor => ({
  ...grab(editor, at, grip, put(editor.shapes, shape)),
  selected: new Set([shape.id]),
  corner: undefined,
});

function pressToSelect(editor: Editor, pointer: Pointer): Editor {
  const { at, reach, shift } = pointer;
  const gripped = shift ? undefined : gripOn(editor, pointer);
  if (gripped) return gripped;
  const shape = shapeAt(touchableShapes(editor), at, reach);
  if (!shape) {
    const before = shift ? editor.selected : new Set<string>();
    return grab({ ...editor, selected: before, corner: undefined }, at, { kind: 'marquee', before });
  }
  if (shift) {
    const selected = new Set(editor.selected);
    if (!selected.delete(shape.id)) selected.add(shape.id);
    return { ...editor, selected, corner: undefined };
  }
  const selected = editor.selected.has(shape.id) ? editor.selected : new Set([shape.id]);
  return grab({ ...editor, selected, corner: undefined }, at, { kind: 'whole' });
}

/** Grips a handle of the selected shape, the turn handle, or an edge middle, which becomes a new corner. */
function gripOn(editor: Editor, { at, reach, px }: Pointer): Editor | undefined {
  const shape = chosenIn(editor);
  if (shape) {
    const index = handlesOf(shape).findIndex((handle) => distance(handle, at) <= reach);
    if (index >= 0)
      return {
        ...grab(editor, at, { kind: 'handle', index }),
        corner: hasCorners(shape) ? index : undefined,
      };
  }
  const turn = px === undefined ? undefined : turnHandle(editor, px);
  if (turn && distance(turn.at, at) <= reach) return grab(editor, at, { kind: 'turn', about: turn.about });
  const edge = shape ? edgeMiddles(shape).findIndex((middle) => distance(middle, at) <= reach) : -1;
  if (!shape || edge < 0) return undefined;
  const grip: Grip = { kind: 'handle', index: edge + 1, made: true };
  return { ...grab(editor, at, grip, put(editor.shapes, withCorner(shape, edge, at))), corner: edge + 1 };
}

/** Pointer down: starts a gesture, adds a corner or changes the selection, depending on the tool. */
export function down(editor: Editor, pointer: Pointer): Editor {
  const { map } = editor.settings;
  const draftEnd = editor.draft?.points.at(-1);
  const snaps = editor.tool !== 'select' && editor.tool !== 'pan' && editor.tool !== 'brush';
  const snap = snaps ? snapPointer(editor, pointer, draftEnd) : undefined;
  const at = snap?.at ?? (editor.tool === 'select' ? pointer.at : clampToMap(map, pointer.at));
  return press[editor.tool](editor, { ...pointer, at });
}
