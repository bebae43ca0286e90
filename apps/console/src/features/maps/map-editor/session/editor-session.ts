import { errors, type MapDraft, type MapElements } from '@sweepline/contract';
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
import { CallError, TransportError } from '../../../../kit/api/api.ts';
import { journalOf, type Journal } from './editor-journal.ts';
import { readDraft, sendDraft } from './editor-session-calls.ts';
import { SessionFloor } from './editor-session-floor.ts';
import {
  differs,
  drawnIn,
  isNews,
  mergedBy,
  stateOf,
  storedIn,
  type SessionState,
  type Stored,
} from './editor-session-state.ts';
import { Delays } from './editor-delays.ts';

/** A drag is over quickly and the next begins at once; what rests this long is saved. */
const saveAfterMs = 1_000;
const checkAfterMs = 300;
const journalAfterMs = 400;
const retryAfterMs = 10_000;

/**
 * One person's work on one map's draft. It lives outside the page, so that leaving and coming back finds the drawing as it was,
 * its steps of undo included. Everything drawn is saved by itself, whole; a stale save stops the saving until the person has
 * settled it, and nothing drawn is touched meanwhile.
 */
export class EditorSession {
  readonly #mapId: string;
  readonly #journal: ReturnType<typeof journalOf>;
  readonly #listeners = new Set<() => void>();
  readonly #delays = new Delays();
  #state: SessionState;
  #stored: Stored;
  /** The drawing for which checking and saving were last asked for. */
  #known: Pick<Editor, 'shapes' | 'strokes'>;
  /** The draft's own picture, where it has one already. */
  #repaired: string | undefined;
  readonly #floor = new SessionFloor();

  constructor(draft: MapDraft, published: string, settings: Partial<EditorSettings>, owner: string) {
    this.#mapId = draft.mapId;
    this.#journal = journalOf(owner, draft.mapId);
    const editor = openEditor(shapesOf(draft.elements), settings);
    this.#stored = storedIn(draft, editor.shapes);
    this.#known = editor;
    this.#repaired = draft.ground.file === published ? undefined : draft.ground.file;
    this.#state = stateOf(draft, editor);
    void this.#journal.read().then((left) => left && this.#offer(left));
    this.#check();
  }

  get = () => this.#state;

  listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<SessionState>) {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }

  /** What a person does. Several pointer events fall between two renders; each builds on the one before. */
  edit = (change: (editor: Editor) => Editor) => {
    const before = this.#state.editor;
    const editor = change(before);
    if (editor === before) return;
    // Counted at the end of a drag: while it lasts nothing is saved.
    const unsaved = editor.gesture ? this.#state.unsaved : this.#differs(editor);
    this.#set({ editor, unsaved });
    if (editor.strokes !== before.strokes) this.#floor.paint(editor.strokes);
    if (editor.gesture || editor.draft || this.#isKnown(editor)) return;
    this.#known = editor;
    // What failed is tried again with what was drawn since.
    this.#set({ failure: null });
    this.#delays.later('check', checkAfterMs, () => this.#check());
    this.#delays.later('journal', journalAfterMs, () => this.#note());
    this.#delays.later('save', saveAfterMs, () => void this.save());
  };

  /** A drag changes the drawing while it lasts; it counts when it is over. */
  #isKnown = ({ shapes, strokes }: Editor) =>
    shapes === this.#known.shapes && strokes === this.#known.strokes;

  #differs = (editor: Editor) => differs(editor, this.#stored);

  /** The grey picture of the floor, when it has been read. */
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

  // — keeping —

  #note() {
    const { editor, unsaved } = this.#state;
    if (!unsaved) return void this.#journal.clear();
    const { version, elements: base } = this.#stored;
    const mine = drawnIn(editor.shapes);
    const at = new Date().toISOString();
    void this.#journal.write({ mapId: this.#mapId, version, base, mine, strokes: editor.strokes, at });
  }

  #offer(left: Journal) {
    if (isNews(left, this.#stored.elements)) this.#set({ left });
    else void this.#journal.clear();
  }

  /** Takes back what was left unsaved, over what the server has now. */
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

  /** Saves now what is not saved; resolves when the server has it, or when it stands still for a reason the state names. */
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

  // — others —

  /** Two refusals carry the same code; only a draft that really is another one is a conflict. */
  async #halt(failure: Error) {
    const isStale = failure instanceof CallError && failure.code === errors.changedMeanwhile.code;
    const theirs = isStale ? await readDraft(this.#mapId) : null;
    if (theirs && this.#isOther(theirs)) return this.#conflictWith(theirs, theirs.elements, failure.message);
    this.#set({ failure });
    // The line was cut: it comes back by itself, and so does the saving.
    if (failure instanceof TransportError) this.#delays.later('retry', retryAfterMs, this.retry);
  }

  #isOther = ({ version, updatedAt }: MapDraft) =>
    version !== this.#stored.version || updatedAt !== this.#stored.updatedAt;

  #conflictWith(theirs: MapDraft, elements: MapElements, message: string, base = this.#stored.elements) {
    const merge = mergeElements(base, drawnIn(this.#state.editor.shapes), elements);
    this.#set({ conflict: { message, theirs, elements, merge } });
  }

  /** What the server says of the draft now. What nobody touched here follows; what was touched waits to be settled. */
  hear = (theirs: MapDraft) => {
    const { busy, conflict, unsaved } = this.#state;
    if (busy || conflict || !this.#isOther(theirs)) return;
    if (unsaved) this.#conflictWith(theirs, theirs.elements, '');
    else this.#adopt(theirs, theirs.elements);
  };

  /** A version was published since this draft was begun: it has to be merged in before the draft can follow it. */
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

  /** Goes on with both: of what both changed, `sides` says whose stays; mine where it says nothing. */
  keepBoth = (sides: ReadonlyMap<string, 'mine' | 'theirs'>) => {
    const { conflict } = this.#state;
    if (!conflict) return;
    const { merge, theirs } = conflict;
    this.#set({ conflict: null });
    this.#adopt(theirs, mergedBy(merge, sides));
    // A merged base is news to the server even where the drawing itself stayed.
    this.#set({ unsaved: true });
    void this.save();
  };

  /** Takes theirs and forgets what was drawn here. */
  takeTheirs = () => {
    const { conflict, editor } = this.#state;
    if (!conflict) return;
    this.#set({ conflict: null, editor: { ...editor, strokes: [], undo: [], redo: [] } });
    this.#adopt(conflict.theirs, conflict.elements);
    // A version published meanwhile becomes what the draft stands on.
    if (conflict.elements !== conflict.theirs.elements) this.#set({ unsaved: true });
    void this.save();
    this.#note();
  };

  close() {
    this.#delays.close();
    this.#floor?.close();
  }
}
