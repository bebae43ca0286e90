import { cancel, settled } from './editor-gesture.ts';
import { put, shapesById, step, type Editor, type EditorSettings, type ToolName } from './editor-state.ts';
import { apply, inverse, type Shapes } from './history.ts';
import { withoutCorner, type Shape } from './shapes.ts';

/** Another tool; what was being drawn or dragged is cancelled. */
export const withTool = (editor: Editor, tool: ToolName): Editor => ({
  ...cancel(editor),
  tool,
  ...(tool !== 'select' && { selected: undefined, corner: undefined }),
});

export const withSettings = (editor: Editor, settings: Partial<EditorSettings>): Editor => ({
  ...editor,
  settings: { ...editor.settings, ...settings },
});

export const select = (editor: Editor, id: string | undefined): Editor => ({
  ...cancel(editor),
  selected: id,
  corner: undefined,
});

/** Puts a shape in as one step: a new one, or a changed name or type. */
export const replace = (editor: Editor, shape: Shape): Editor =>
  step(
    { ...editor, shapes: put(editor.shapes, shape), selected: shape.id, corner: undefined },
    editor.shapes,
  );

/** Takes away the touched corner, or the whole selected shape when no corner is touched or none can be spared. */
export function remove(editor: Editor): Editor {
  const shape = editor.selected === undefined ? undefined : editor.shapes.get(editor.selected);
  if (!shape || editor.gesture) return editor;
  const less = editor.corner === undefined ? undefined : withoutCorner(shape, editor.corner);
  if (less) return replace(editor, less);
  const shapes = new Map(editor.shapes);
  shapes.delete(shape.id);
  return step({ ...editor, shapes, selected: undefined, corner: undefined }, editor.shapes);
}

/** The map as it is now elsewhere. Held back while a gesture runs, and never a step of undo. */
export const receive = (editor: Editor, shapes: readonly Shape[]): Editor =>
  settled({ ...editor, waiting: shapesById(shapes) }, new Map());

export const canUndo = ({ undo: steps, draft, gesture }: Editor) =>
  !gesture && (draft !== undefined || steps.length > 0);
export const canRedo = ({ redo: steps, draft, gesture }: Editor) => !gesture && !draft && steps.length > 0;

/** Takes back the last step; while drawing, the last corner. */
export function undo(editor: Editor): Editor {
  const { draft } = editor;
  if (draft) {
    const points = draft.points.slice(0, -1);
    return { ...editor, draft: points.length > 0 ? { ...draft, points } : undefined };
  }
  const change = editor.undo.at(-1);
  if (!change || editor.gesture) return editor;
  const shapes = apply(editor.shapes, inverse(change));
  return { ...withShapes(editor, shapes), undo: editor.undo.slice(0, -1), redo: [...editor.redo, change] };
}

export function redo(editor: Editor): Editor {
  const change = editor.redo.at(-1);
  if (!change || !canRedo(editor)) return editor;
  const shapes = apply(editor.shapes, change);
  return { ...withShapes(editor, shapes), undo: [...editor.undo, change], redo: editor.redo.slice(0, -1) };
}

const withShapes = (editor: Editor, shapes: Shapes): Editor => ({
  ...editor,
  shapes,
  corner: undefined,
  selected: editor.selected !== undefined && shapes.has(editor.selected) ? editor.selected : undefined,
});
