import {
  newZone,
  nextId,
  put,
  step,
  type Draft,
  type DraftKind,
  type Editor,
  type Pointer,
} from './editor-state.ts';
import { distance } from '../geometry/geometry.ts';
import { counterClockwise } from '../geometry/polygon.ts';
import { shapeFault, type ShapeFault } from '../geometry/shape-rules.ts';
import { kinds, type Shape } from '../geometry/shapes.ts';

/** Pointer down of a drawing tool: adds a corner, or finishes on the first or the last corner. */
export function drawn(editor: Editor, kind: DraftKind, { at, reach }: Pointer): Editor {
  const { draft } = editor;
  if (!draft)
    return {
      ...editor,
      selected: new Set(),
      corner: undefined,
      draft: { kind, points: [at], cursor: at },
    };
  const [first, last] = [draft.points[0]!, draft.points.at(-1)!];
  const closes = kind === 'zone' && draft.points.length >= 3 && distance(first, at) <= reach;
  // A double click finishes the line: the second pointer down is on the corner of the first one.
  if (closes || distance(last, at) <= reach / 2)
    return finish({ ...editor, draft: { ...draft, cursor: at } });
  return { ...editor, draft: { ...draft, points: [...draft.points, at], cursor: at } };
}

/** Finishes the polygon or line as one step of undo; does nothing while the shape is invalid. */
export function finish(editor: Editor): Editor {
  const shape = draftShape(editor);
  if (!shape || draftFault(editor)) return editor;
  const shapes = put(editor.shapes, shape);
  const done: Editor = {
    ...editor,
    shapes,
    draft: undefined,
    snap: undefined,
    selected: new Set([shape.id]),
    tool: 'select',
  };
  return step(done, editor.shapes, 'draw');
}

/** The shape that `finish` would create. */
function draftShape(editor: Editor): Shape | undefined {
  const { draft } = editor;
  if (!draft) return undefined;
  if (draft.kind === 'zone') return newZone(editor, counterClockwise(draft.points));
  return { id: nextId(editor), kind: draft.kind, points: draft.points };
}

/** Why the drawing cannot be finished; undefined when it can, or when nothing is being drawn. */
export function draftFault({ draft, settings }: Pick<Editor, 'draft' | 'settings'>): ShapeFault | undefined {
  if (!draft) return undefined;
  const { kind, points } = draft;
  const shape: Shape =
    kind === 'zone'
      ? { id: '', kind, type: 'CLEAN', name: '', points: counterClockwise(points) }
      : { id: '', kind, points };
  return shapeFault(shape, settings.map);
}

/** Whether a click on the first corner can close the polygon. */
export const canClose = ({ draft }: { draft: Draft | undefined }) =>
  draft?.kind === 'zone' && draft.points.length >= kinds.zone.fewest;
