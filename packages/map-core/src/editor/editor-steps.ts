import { cancel, settled, stillThere } from './editor-gesture.ts';
import { keptOnMap, selectionBox, touchableShapes } from './editor-hold.ts';
import {
  chosenIn,
  put,
  selectedShapes,
  shapesById,
  step,
  strokeStep,
  clampToMap,
  type Editor,
  type EditorSettings,
  type ToolName,
} from './editor-state.ts';
import type { Box, Point } from '../geometry/geometry.ts';
import { apply, inverse, type Shapes, type Step } from './history.ts';
import {
  handleMoved,
  handlesOf,
  hasCorners,
  moved,
  turned,
  withCorner,
  withoutCorner,
  type Shape,
} from '../geometry/shapes.ts';
import { strokeIn } from '../geometry/strokes.ts';

/** Changes the tool and cancels the current drawing or drag. */
export const withTool = (editor: Editor, tool: ToolName): Editor => ({
  ...cancel(editor),
  tool,
  measure: undefined,
  ...(!keepsSelection.has(tool) && { selected: new Set<string>(), corner: undefined }),
});

const keepsSelection: ReadonlySet<ToolName> = new Set(['select', 'pan', 'cut', 'measure']);

/** Changes some settings. */
export const withSettings = (editor: Editor, settings: Partial<EditorSettings>): Editor => ({
  ...editor,
  settings: { ...editor.settings, ...settings },
});

/** Sets the selection; `undefined` clears it. */
export const select = (editor: Editor, ids: string | Iterable<string> | undefined): Editor => ({
  ...cancel(editor),
  selected: new Set(ids === undefined ? [] : typeof ids === 'string' ? [ids] : ids),
  corner: undefined,
});

/** Adds a shape to the selection or removes it. */
export function toggle(editor: Editor, id: string): Editor {
  const selected = new Set(editor.selected);
  if (!selected.delete(id)) selected.add(id);
  return select(editor, selected);
}

/** Selects all shapes that are neither locked nor hidden. */
export const selectAll = (editor: Editor): Editor =>
  select(
    editor,
    touchableShapes(editor).map(({ id }) => id),
  );

/** Chooses a corner of the selected shape, for `nudge` and `remove`. */
export const withChosenCorner = (editor: Editor, corner: number | undefined): Editor => ({
  ...editor,
  corner,
});

/** Adds or replaces a shape by id as one step, and selects it. */
export const replace = (editor: Editor, shape: Shape): Editor =>
  step(
    {
      ...editor,
      shapes: put(editor.shapes, shape),
      selected: new Set([shape.id]),
      corner: undefined,
    },
    editor.shapes,
    editor.shapes.has(shape.id) ? 'change' : 'draw',
  );

/** Adds several shapes as one step and selects them. */
export const addShapes = (editor: Editor, shapes: readonly Shape[]): Editor =>
  shapes.length === 0 || editor.gesture
    ? editor
    : step(
        {
          ...editor,
          shapes: put(editor.shapes, ...shapes),
          selected: new Set(shapes.map(({ id }) => id)),
          corner: undefined,
        },
        editor.shapes,
        'draw',
      );

/** Changes every selected shape as one step. */
export function changeSelected(editor: Editor, change: (shape: Shape) => Shape): Editor {
  const shapes = put(editor.shapes, ...selectedShapes(editor).map(change));
  return step({ ...editor, shapes }, editor.shapes, 'change');
}

/** Removes the chosen corner; removes the selection when no corner is chosen or too few would remain. */
export function remove(editor: Editor): Editor {
  if (editor.gesture || editor.selected.size === 0) return editor;
  const shape = chosenIn(editor);
  const reduced = shape && editor.corner !== undefined ? withoutCorner(shape, editor.corner) : undefined;
  if (reduced)
    return {
      ...step({ ...editor, shapes: put(editor.shapes, reduced), corner: undefined }, editor.shapes, 'bend'),
    };
  const shapes = new Map(editor.shapes);
  for (const id of editor.selected) shapes.delete(id);
  return step({ ...editor, shapes, selected: new Set(), corner: undefined }, editor.shapes, 'remove');
}

/** Adds a corner in the middle of the edge after a corner of the selected shape, and chooses it. */
export function addCorner(editor: Editor, after: number): Editor {
  const shape = chosenIn(editor);
  if (!shape || !hasCorners(shape)) return editor;
  const [a, b] = [shape.points[after], shape.points[(after + 1) % shape.points.length]];
  if (!a || !b || (shape.kind !== 'zone' && after === shape.points.length - 1)) return editor;
  const next = withCorner(shape, after, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  return step({ ...editor, shapes: put(editor.shapes, next), corner: after + 1 }, editor.shapes, 'bend');
}

/** Moves the selection or the chosen corner by metres. Repeated calls are one step. */
export function nudge(editor: Editor, by: Point): Editor {
  const { map } = editor.settings;
  const box = selectionBox(editor);
  if (!box || editor.gesture) return editor;
  const shape = chosenIn(editor);
  const corner = shape && editor.corner !== undefined ? handlesOf(shape)[editor.corner] : undefined;
  const key = `nudge ${[...editor.selected].join(' ')} ${editor.corner ?? ''}`;
  if (shape && corner) {
    const to = clampToMap(map, { x: tidy(corner.x + by.x), y: tidy(corner.y + by.y) });
    const shapes = put(editor.shapes, handleMoved(shape, editor.corner!, to));
    return step({ ...editor, shapes }, editor.shapes, 'bend', key);
  }
  const shift = keptOnMap(box, by, map);
  const shapes = put(editor.shapes, ...selectedShapes(editor).map((item) => moved(item, shift)));
  return step({ ...editor, shapes }, editor.shapes, 'move', key);
}

/** Rounds: ten steps of 0.05 m are 0.5 m and not 0.49999. */
const tidy = (metres: number) => Number(metres.toFixed(9));

/** Turns the selection about its middle, counter-clockwise in radians. */
export function turnSelected(editor: Editor, by: number): Editor {
  const box = selectionBox(editor);
  if (!box || editor.gesture || !Number.isFinite(by)) return editor;
  const about = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  const shapes = put(editor.shapes, ...selectedShapes(editor).map((shape) => turned(shape, about, by)));
  return step({ ...editor, shapes }, editor.shapes, 'turn', `turn ${[...editor.selected].join(' ')}`);
}

/** Paints the cells of a box; the keyboard command for the brush. */
export const paintBox = (editor: Editor, box: Box, value: number): Editor =>
  editor.settings.grid ? strokeStep(editor, strokeIn(editor.settings.grid, box, value)) : editor;

/** Replaces the shapes by those of another user. It waits for the end of a gesture and is no step of undo. */
export const receive = (editor: Editor, shapes: readonly Shape[]): Editor =>
  settled({ ...editor, waiting: shapesById(shapes) }, new Map());

/** Whether `undo` would change something. */
export const canUndo = ({ undo: steps, draft, gesture }: Editor) =>
  !gesture && (draft !== undefined || steps.length > 0);
/** Whether `redo` would change something. */
export const canRedo = ({ redo: steps, draft, gesture }: Editor) => !gesture && !draft && steps.length > 0;

/** Undoes the last step; while drawing, the last corner. */
export function undo(editor: Editor): Editor {
  const { draft } = editor;
  if (draft) {
    const points = draft.points.slice(0, -1);
    return { ...editor, draft: points.length > 0 ? { ...draft, points } : undefined };
  }
  const last = editor.undo.at(-1);
  if (!last || editor.gesture) return editor;
  const strokes = last.stroke ? editor.strokes.filter((stroke) => stroke !== last.stroke) : editor.strokes;
  const shapes = apply(editor.shapes, inverse(last.change));
  return {
    ...withStepSelected({ ...editor, strokes }, shapes, last),
    undo: editor.undo.slice(0, -1),
    redo: [...editor.redo, last],
  };
}

/** Repeats the last undone step. */
export function redo(editor: Editor): Editor {
  const next = editor.redo.at(-1);
  if (!next || !canRedo(editor)) return editor;
  const strokes = next.stroke ? [...editor.strokes, next.stroke] : editor.strokes;
  const shapes = apply(editor.shapes, next.change);
  return {
    ...withStepSelected({ ...editor, strokes }, shapes, next),
    undo: [...editor.undo, next],
    redo: editor.redo.slice(0, -1),
  };
}

/** Selects the shapes of a step, so that the user sees what changed. */
function withStepSelected(editor: Editor, shapes: Shapes, { change }: Step): Editor {
  const touched = [...change.keys()].filter((id) => shapes.has(id));
  const selected = touched.length > 0 ? new Set(touched) : stillThere(editor.selected, shapes);
  return { ...editor, shapes, corner: undefined, selected };
}
