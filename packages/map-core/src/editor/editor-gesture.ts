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

/** Tools that stay active after use. */
const stickyTools: ReadonlySet<ToolName> = new Set(['point', 'brush', 'measure', 'pan']);

/** From pointer down to pointer up is one step of undo. A new shape below 0.1 m is discarded as a slip. */
export function up(editor: Editor): Editor {
  const { gesture } = editor;
  if (!gesture) return editor;
  const { grip, origin } = gesture;
  const done: Editor = {
    ...editor,
    gesture: undefined,
    snap: undefined,
    tool: stickyTools.has(editor.tool) ? editor.tool : 'select',
  };
  if (grip.kind === 'brush') return painted(done, grip.path);
  if (grip.kind === 'cut') return settled(cut(done, gesture.from, gesture.to), new Map());
  // A click without a move only selects: it adds no corner and is no step.
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

/** Cancels the drawing or the drag and restores the state before it. */
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

/** The selection without shapes that no longer exist. */
export function stillThere(selected: ReadonlySet<string>, shapes: ReadonlyMap<string, unknown>) {
  const gone = [...selected].some((id) => !shapes.has(id));
  return gone ? new Set([...selected].filter((id) => shapes.has(id))) : selected;
}

/** Applies shapes received during a gesture. If both changed a shape, the gesture's change wins. */
export function settled(editor: Editor, own: Change): Editor {
  if (!editor.waiting || editor.gesture) return editor;
  const shapes = apply(editor.waiting, own);
  return { ...editor, shapes, selected: stillThere(editor.selected, shapes), waiting: undefined };
}
