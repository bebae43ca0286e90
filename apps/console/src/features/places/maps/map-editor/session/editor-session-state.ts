import type { MapDraft, MapElements, MapGround } from '@sweepline/contract';
import {
  changeBetween,
  diffElements,
  elementsOf,
  mergeElements,
  settleConflict,
  type Editor,
  type Finding,
  type Merge,
  type Shapes,
  type Stroke,
} from '@sweepline/map-core';
import type { Journal } from './editor-journal.ts';

/** Another user saved or published the draft under edit. */
export interface SessionConflict {
  /** The server's message; empty when the page itself detected the conflict. */
  message: string;
  theirs: MapDraft;
  /** The other user's drawing; after a publication it is the published version, not the draft. */
  elements: MapElements;
  merge: Merge;
}

export interface SessionState {
  editor: Editor;
  ground: MapGround;
  findings: readonly Finding[];
  /** The version of the draft, and of the published version it is based on. */
  version: number;
  baseVersion: number;
  busy: boolean;
  /** The drawing has changes that the server does not have. */
  unsaved: boolean;
  failure: Error | null;
  conflict: SessionConflict | null;
  /** Left unsaved by an earlier visit. */
  left: Journal | null;
}

/** The drawing on the server, as last seen by this page. */
export interface Stored {
  version: number;
  baseVersion: number;
  updatedAt: string | null;
  elements: MapElements;
  shapes: Shapes;
  strokes: readonly Stroke[];
}

export const storedIn = (draft: MapDraft, shapes: Shapes, strokes: readonly Stroke[] = []): Stored => ({
  version: draft.version,
  baseVersion: draft.baseVersion,
  updatedAt: draft.updatedAt,
  elements: draft.elements,
  shapes,
  strokes,
});

/** The drawing in the shape of the contract. */
export const drawnIn = (shapes: Shapes) => elementsOf(shapes.values()) as MapElements;

/** Whether a drawing has changes that the server does not have. */
export function differs({ shapes, strokes }: Pick<Editor, 'shapes' | 'strokes'>, stored: Stored) {
  if (strokes !== stored.strokes && strokes.length + stored.strokes.length > 0) return true;
  return shapes !== stored.shapes && changeBetween(stored.shapes, shapes).size > 0;
}

/** Whether a journal has changes that the server does not have. */
export function hasUnsavedChanges(left: Journal, elements: MapElements) {
  const { merged } = mergeElements(left.base, left.mine, elements);
  const { added, removed, changed } = diffElements(elements, merged);
  return added.length + removed.length + changed.length + left.strokes.length > 0;
}

/** The state of a newly opened drawing. */
export const stateOf = ({ ground, version, baseVersion }: MapDraft, editor: Editor): SessionState => ({
  editor,
  ground,
  version,
  baseVersion,
  findings: [],
  busy: false,
  unsaved: false,
  failure: null,
  conflict: null,
  left: null,
});

/** Merges both drawings; `sides` selects the side of each conflicting element, mine by default. */
export const mergedBy = ({ merged, conflicts }: Merge, sides: ReadonlyMap<string, 'mine' | 'theirs'>) =>
  conflicts.reduce(
    (now, conflict) => settleConflict(now, conflict, sides.get(conflict.id) ?? 'mine'),
    merged,
  ) as MapElements;
