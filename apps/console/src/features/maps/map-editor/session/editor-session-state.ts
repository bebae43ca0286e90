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

/** Somebody else saved or published what was being drawn here. */
export interface SessionConflict {
  /** What the server said of it; empty where the page found out by itself. */
  message: string;
  theirs: MapDraft;
  /** Their drawing; of a version published meanwhile it is not the draft's. */
  elements: MapElements;
  merge: Merge;
}

export interface SessionState {
  editor: Editor;
  ground: MapGround;
  findings: readonly Finding[];
  /** Of the draft, and of the published version it stands on. */
  version: number;
  baseVersion: number;
  busy: boolean;
  /** Something is drawn that the server does not have. */
  unsaved: boolean;
  failure: Error | null;
  conflict: SessionConflict | null;
  /** Left from an earlier visit and not saved then. */
  left: Journal | null;
}

/** What the server has, as far as this page knows. */
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

/** The drawing as the contract names it. */
export const drawnIn = (shapes: Shapes) => elementsOf(shapes.values()) as MapElements;

/** Whether a drawing holds anything the server does not have. */
export function differs({ shapes, strokes }: Pick<Editor, 'shapes' | 'strokes'>, stored: Stored) {
  if (strokes !== stored.strokes && strokes.length + stored.strokes.length > 0) return true;
  return shapes !== stored.shapes && changeBetween(stored.shapes, shapes).size > 0;
}

/** Whether a journal still says something the server does not know. */
export function isNews(left: Journal, elements: MapElements) {
  const { merged } = mergeElements(left.base, left.mine, elements);
  const { added, removed, changed } = diffElements(elements, merged);
  return added.length + removed.length + changed.length + left.strokes.length > 0;
}

/** A drawing just opened. */
export const stateOf = ({ ground, version, baseVersion }: MapDraft, editor: Editor): SessionState => ({
  ...{ editor, ground, version, baseVersion, findings: [], busy: false, unsaved: false },
  ...{ failure: null, conflict: null, left: null },
});

/** Both drawings together; of what both changed, `sides` says whose stays, mine where it says nothing. */
export const mergedBy = ({ merged, conflicts }: Merge, sides: ReadonlyMap<string, 'mine' | 'theirs'>) =>
  conflicts.reduce(
    (now, one) => settleConflict(now, one, sides.get(one.id) ?? 'mine'),
    merged,
  ) as MapElements;
