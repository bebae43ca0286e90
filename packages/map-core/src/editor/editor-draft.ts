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

/** A press of a drawing tool: one more corner, or the end when it is pressed on the first or the last one again. */
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
  // A double click ends the line: its second press falls on the corner its first one made.
  if (closes || distance(last, at) <= reach / 2)
    return finish({ ...editor, draft: { ...draft, cursor: at } });
  return { ...editor, draft: { ...draft, points: [...draft.points, at], cursor: at } };
}

/** Closes the polygon or ends the line being drawn, as one step of undo; nothing happens while it would be no valid shape. */
export function finish(editor: Editor): Editor {
  const shape = draftShape(editor);
  if (!shape || draftFault(editor)) return editor;
  const shapes = put(editor.shapes, shape);
  const done: Editor = {
    ...editor,
    ...{ shapes, draft: undefined, snap: undefined, selected: new Set([shape.id]), tool: 'select' },
  };
  return step(done, editor.shapes, 'draw');
}

/** What finishing now would make. */
function draftShape(editor: Editor): Shape | undefined {
  const { draft } = editor;
  if (!draft) return undefined;
  if (draft.kind === 'zone') return newZone(editor, counterClockwise(draft.points));
  return { id: nextId(editor), kind: draft.kind, points: draft.points };
}

/** Why the drawing cannot be finished yet; undefined when it can, or when nothing is being drawn. */
export function draftFault({ draft, settings }: Pick<Editor, 'draft' | 'settings'>): ShapeFault | undefined {
  if (!draft) return undefined;
  const { kind, points } = draft;
  const shape: Shape =
    kind === 'zone'
      ? { id: '', kind, type: 'CLEAN', name: '', points: counterClockwise(points) }
      : { id: '', kind, points };
  return shapeFault(shape, settings.map);
}

/** Whether the drawing has the corners to be finished by a press on its first one. */
export const canClose = ({ draft }: { draft: Draft | undefined }) =>
  draft?.kind === 'zone' && draft.points.length >= kinds.zone.fewest;
