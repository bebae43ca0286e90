import { errorCodes, type MapDraft, type MapElements } from '@sweepline/contract';
import {
  mergeElements,
  openEditor,
  receive,
  shapesById,
  shapesOf,
  withSettings,
  type Editor,
  type EditorSettings,
} from '@sweepline/map-core';
import { CallError, TransportError } from '../../../../../kit/api/api.ts';
import { createSource } from '../../../../../kit/store.ts';
import { journalOf, type Journal } from './editor-journal.ts';
import { readDraft, sendDraft } from './editor-session-calls.ts';
import { SessionFloor } from './editor-session-floor.ts';
import {
  differs,
  drawnIn,
  hasUnsavedChanges,
  mergedBy,
  stateOf,
  storedIn,
  type SessionState,
  type Stored,
} from './editor-session-state.ts';
import { Delays } from './editor-delays.ts';

/** A drag ends quickly and the next one follows at once; a drawing unchanged for this long is saved. */
const saveAfterMs = 1_000;
const checkAfterMs = 300;
const journalAfterMs = 400;
const retryAfterMs = 10_000;

/**
 * One user's work on one map's draft. It lives outside the page, so the drawing and its undo steps survive
 * leaving and coming back. The whole drawing is saved automatically. A stale save stops further saves until
 * the user has resolved the conflict; the drawing stays unchanged meanwhile.
 */
export class EditorSession {
  readonly #mapId: string;
  readonly #journal: ReturnType<typeof journalOf>;
  readonly #source = createSource((): SessionState => this.#state);
  readonly #delays = new Delays();
  #state: SessionState;
  #stored: Stored;
  /** The drawing for which the checks and the save were last requested. */
  #scheduled: Pick<Editor, 'shapes' | 'strokes'>;
  /** The draft's own picture, if it has one. */
  #repaired: string | undefined;
  readonly #floor = new SessionFloor();

  constructor(draft: MapDraft, published: string, settings: Partial<EditorSettings>, owner: string) {
    this.#mapId = draft.mapId;
    this.#journal = journalOf(owner, draft.mapId);
    const editor = openEditor(shapesOf(draft.elements), settings);
    this.#stored = storedIn(draft, editor.shapes);
    this.#scheduled = editor;
    this.#repaired = draft.ground.file === published ? undefined : draft.ground.file;
    this.#state = stateOf(draft, editor);
    void this.#journal.read().then((left) => left && this.#offer(left));
    this.#check();
  }

  get = this.#source.get;

  use = this.#source.use;

  #set(change: Partial<SessionState>) {
    this.#state = { ...this.#state, ...change };
    this.#source.changed();
  }

  /** Applies a user action. Several pointer events fall between two renders; each builds on the one before. */
  edit = (change: (editor: Editor) => Editor) => {
    const before = this.#state.editor;
    const editor = change(before);
    if (editor === before) return;
    // Counted at the end of a drag: nothing is saved during it.
    const unsaved = editor.gesture ? this.#state.unsaved : this.#differs(editor);
    this.#set({ editor, unsaved });
    if (editor.strokes !== before.strokes) this.#floor.paint(editor.strokes);
    if (editor.gesture || editor.draft || this.#isKnown(editor)) return;
    this.#scheduled = editor;
    // A failed save is repeated with the changes since.
    this.#set({ failure: null });
    this.#delays.later('check', checkAfterMs, () => this.#check());
    this.#delays.later('journal', journalAfterMs, () => this.#note());
    this.#delays.later('save', saveAfterMs, () => void this.save());
  };

  /** A drag changes the drawing continuously; the change counts when the drag ends. */
  #isKnown = ({ shapes, strokes }: Editor) =>
    shapes === this.#scheduled.shapes && strokes === this.#scheduled.strokes;

  #differs = (editor: Editor) => differs(editor, this.#stored);

  /** The grey picture of the floor, once it is loaded. */
  showFloor(file: string, picture: Blob) {
    this.#floor.show(file, picture, this.#state.ground, (grid) => {
      this.edit((editor) => withSettings(editor, { grid }));
      this.#floor.paint(this.#state.editor.strokes);
      this.#check();
    });
  }

  #check() {
    const { editor, ground } = this.#state;
    void this.#floor.check(drawnIn(editor.shapes), editor.strokes, ground).then(
      (findings) => this.#state.editor.shapes === editor.shapes && this.#set({ findings }),
      () => {},
    );
  }

  // — saving —

  #note() {
    const { editor, unsaved } = this.#state;
    if (!unsaved) return void this.#journal.clear();
    const { version, elements: base } = this.#stored;
    const mine = drawnIn(editor.shapes);
    const at = new Date().toISOString();
    void this.#journal.write({ mapId: this.#mapId, version, base, mine, strokes: editor.strokes, at });
  }

  #offer(left: Journal) {
    if (hasUnsavedChanges(left, this.#stored.elements)) this.#set({ left });
    else void this.#journal.clear();
  }

  /** Restores the unsaved drawing of the journal on top of the server's draft. */
  restoreLeft = () => {
    const { left, editor } = this.#state;
    if (!left) return;
    this.#set({ left: null });
    const merge = mergeElements(left.base, left.mine, this.#stored.elements);
    this.edit(() => ({ ...receive(editor, shapesOf(merge.merged)), strokes: left.strokes }));
  };

  forgetLeft = () => {
    this.#set({ left: null });
    void this.#journal.clear();
  };

  /** Saves pending changes now; resolves when the server has them, or when saving has stopped for the reason in the state. */
  save = async (): Promise<void> => {
    const { editor, busy, conflict, failure } = this.#state;
    if (busy || conflict || failure || editor.gesture || !this.#state.unsaved) return;
    this.#set({ busy: true });
    try {
      const answer = await this.#send(editor);
      this.#stored = { ...storedIn(answer, editor.shapes, editor.strokes) };
      const { version, baseVersion } = answer;
      this.#set({ busy: false, version, baseVersion, unsaved: this.#differs(this.#state.editor) });
    } catch (error) {
      this.#set({ busy: false });
      await this.#halt(error as Error);
      return;
    }
    this.#note();
    await this.save();
  };

  async #send({ shapes, strokes }: Editor) {
    const file = strokes.length > 0 ? await this.#floor.fileOf(this.#mapId, strokes) : this.#repaired;
    return sendDraft(this.#mapId, this.#stored, shapes, file);
  }

  retry = () => {
    this.#set({ failure: null });
    void this.save();
  };

  // — changes of other users —

  /** Two refusals share one code; only a draft with another version is a conflict. */
  async #halt(failure: Error) {
    const isStale = failure instanceof CallError && failure.code === errorCodes.changedMeanwhile;
    const theirs = isStale ? await readDraft(this.#mapId) : null;
    if (theirs && this.#isOther(theirs)) return this.#conflictWith(theirs, theirs.elements, failure.message);
    this.#set({ failure });
    // The connection is down; saving resumes when it is back.
    if (failure instanceof TransportError) this.#delays.later('retry', retryAfterMs, this.retry);
  }

  #isOther = ({ version, updatedAt }: MapDraft) =>
    version !== this.#stored.version || updatedAt !== this.#stored.updatedAt;

  #conflictWith(theirs: MapDraft, elements: MapElements, message: string, base = this.#stored.elements) {
    const merge = mergeElements(base, drawnIn(this.#state.editor.shapes), elements);
    this.#set({ conflict: { message, theirs, elements, merge } });
  }

  /** Takes the server's draft. Elements unchanged here follow it; conflicting elements wait for the user. */
  hear = (theirs: MapDraft) => {
    const { busy, conflict, unsaved } = this.#state;
    if (busy || conflict || !this.#isOther(theirs)) return;
    if (unsaved) this.#conflictWith(theirs, theirs.elements, '');
    else this.#adopt(theirs, theirs.elements);
  };

  /** A version was published since this draft began: it is merged in before the draft can follow it. */
  hearPublished(theirs: MapDraft, base: MapElements, published: MapElements) {
    if (this.#state.conflict || this.#state.busy) return;
    this.#conflictWith({ ...theirs, baseVersion: theirs.currentVersion }, published, '', base);
  }

  #adopt(theirs: MapDraft, elements: MapElements) {
    const { editor, ground } = this.#state;
    const next = receive(editor, shapesOf(elements));
    this.#stored = storedIn(theirs, shapesById(shapesOf(theirs.elements)), next.strokes);
    if (theirs.ground.file !== ground.file) this.#repaired = theirs.ground.file;
    const { version, baseVersion } = theirs;
    this.#set({ editor: next, version, baseVersion, ground: theirs.ground, unsaved: this.#differs(next) });
    this.#delays.later('check', 0, () => this.#check());
  }

  /** Continues with the merged drawing; `sides` selects the side of each conflicting element, mine by default. */
  keepBoth = (sides: ReadonlyMap<string, 'mine' | 'theirs'>) => {
    const { conflict } = this.#state;
    if (!conflict) return;
    const { merge, theirs } = conflict;
    this.#set({ conflict: null });
    this.#adopt(theirs, mergedBy(merge, sides));
    // A merged base is a change for the server even where the drawing itself is unchanged.
    this.#set({ unsaved: true });
    void this.save();
  };

  /** Takes the other user's drawing and discards the local one. */
  takeTheirs = () => {
    const { conflict, editor } = this.#state;
    if (!conflict) return;
    this.#set({ conflict: null, editor: { ...editor, strokes: [], undo: [], redo: [] } });
    this.#adopt(conflict.theirs, conflict.elements);
    // A version published meanwhile becomes the base of the draft.
    if (conflict.elements !== conflict.theirs.elements) this.#set({ unsaved: true });
    void this.save();
    this.#note();
  };

  close() {
    this.#delays.close();
    this.#floor?.close();
  }
}
