import { cut } from './editor-pieces.ts';
import {
  chosenIn,
  step,
  strokeStep,
  type Editor,
  type Gesture,
  type Grip,
  type ToolName,
} from './editor-state.ts';
import type { Point } from '../geometry/geometry.ts';
import { apply, changeBetween, type Change, type StepName } from './history.ts';
import { boxOfShape, type Shape } from '../geometry/shapes.ts';
import { strokeAlong } from '../geometry/strokes.ts';

const stepOf: Record<Grip['kind'], StepName> = {
  handle: 'bend',
  whole: 'move',
  turn: 'turn',
  rectangle: 'draw',
  marquee: 'move',
  brush: 'paint',
  cut: 'split',
  measure: 'move',
};

/** These go on being drawn with until another is chosen. */
const stays: ReadonlySet<ToolName> = new Set(['point', 'brush', 'measure', 'pan']);

/** From down to up is one step of undo, however many moves lay between. A shape hardly drawn was a slip and vanishes. */
export function up(editor: Editor): Editor {
  const { gesture } = editor;
  if (!gesture) return editor;
  const { grip, origin } = gesture;
  const done: Editor = {
    ...editor,
    gesture: undefined,
    snap: undefined,
    tool: stays.has(editor.tool) ? editor.tool : 'select',
  };
  if (grip.kind === 'brush') return painted(done, grip.path);
  if (grip.kind === 'cut') return settled(cut(done, gesture.from, gesture.to), new Map());
  // A press that never moved only chose something: it neither adds the corner it took hold of, nor is it a step.
  if (editor.tool === 'select' && editor.shapes === gesture.base) return released(done, gesture);
  const shape = chosenIn(editor);
  const isNew = shape !== undefined && !origin.has(shape.id);
  if (isNew && shape.kind !== 'point' && isSlip(shape)) return cancel(editor);
  const change = changeBetween(origin, editor.shapes);
  return settled(step(done, origin, isNew ? 'draw' : stepOf[grip.kind]), change);
}

function painted(editor: Editor, path: readonly Point[]): Editor {
  const { grid, brush } = editor.settings;
  const done = grid ? strokeStep(editor, strokeAlong(grid, path, brush.radiusM, brush.value)) : editor;
  return settled(done, new Map());
}

function released(editor: Editor, { origin, grip }: Gesture): Editor {
  const corner = grip.kind === 'handle' && grip.made ? undefined : editor.corner;
  return settled({ ...editor, shapes: origin, corner }, new Map());
}

function isSlip(shape: Shape) {
  const { minX, minY, maxX, maxY } = boxOfShape(shape);
  const [width, height] = [maxX - minX, maxY - minY];
  return shape.kind === 'zone' ? Math.min(width, height) < 0.1 : Math.hypot(width, height) < 0.1;
}

/** Ends the drawing or the drag without a trace. */
export function cancel(editor: Editor): Editor {
  if (editor.draft) return { ...editor, draft: undefined, snap: undefined };
  if (!editor.gesture) return editor;
  const { origin, grip } = editor.gesture;
  const selected = grip.kind === 'marquee' ? grip.before : stillThere(editor.selected, origin);
  const measure = grip.kind === 'measure' ? undefined : editor.measure;
  return settled(
    { ...editor, shapes: origin, selected, measure, corner: undefined, snap: undefined, gesture: undefined },
    new Map(),
  );
}

/** The selection without what is gone. */
export function stillThere(selected: ReadonlySet<string>, shapes: ReadonlyMap<string, unknown>) {
  const gone = [...selected].some((id) => !shapes.has(id));
  return gone ? new Set([...selected].filter((id) => shapes.has(id))) : selected;
}

/** Takes in what came from elsewhere while a gesture ran; of a shape both changed, the gesture's stays. */
export function settled(editor: Editor, own: Change): Editor {
  if (!editor.waiting || editor.gesture) return editor;
  const shapes = apply(editor.waiting, own);
  return { ...editor, shapes, selected: stillThere(editor.selected, shapes), waiting: undefined };
}
