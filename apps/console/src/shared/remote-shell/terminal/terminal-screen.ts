import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal, type ITerminalOptions } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { fixedWidthFonts, type Mode } from '../../../kit/ui/theme.ts';
import { clampSize } from './terminal-size.ts';
import { searchMarks, terminalTheme } from './terminal-theme.ts';

const scrollback = 5_000;

export interface ScreenOptions {
  mode: Mode;
  /** Without input, the keys belong to the page: Tab leaves the terminal. */
  readOnly: boolean;
  /** Fixed, for a replay; by default it fits its place. */
  size?: { cols: number; rows: number };
  fontSize?: number;
  label: string;
  tooMuch: string;
}

export interface FoundPlaces {
  /** 0-based; -1 for none. */
  index: number;
  count: number;
}

/** A terminal in a place of the page. */
export class TerminalScreen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #place: HTMLElement;
  readonly #isFixed: boolean;
  readonly #sizes: ResizeObserver;
  #leave = () => {};

  constructor(place: HTMLElement, { mode, readOnly, size, fontSize = 13, label, tooMuch }: ScreenOptions) {
    Terminal.strings.promptLabel = label;
    Terminal.strings.tooMuchOutput = tooMuch;
    this.#place = place;
    this.#isFixed = size !== undefined;
    this.#terminal = new Terminal({
      ...size,
      fontFamily: fixedWidthFonts,
      fontSize,
      scrollback,
      disableStdin: readOnly,
      cursorBlink: false,
      cursorInactiveStyle: readOnly ? 'none' : 'outline',
      minimumContrastRatio: 4.5,
      theme: terminalTheme(mode),
      // The marks of a search need it.
      allowProposedApi: true,
      // A link in the output of a robot is not opened.
      linkHandler: { activate: () => {} },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.open(place);
    this.#terminal.attachCustomKeyEventHandler((event) => this.#takesKey(event, readOnly));
    this.#sizes = new ResizeObserver(() => this.fit());
    this.#sizes.observe(place);
    this.fit();
  }

  /** Keys that the terminal leaves to the browser and the page: copying a selection, and the one that leaves the terminal. */
  #takesKey(event: KeyboardEvent, readOnly: boolean): boolean {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (key === 'F6') {
      event.preventDefault();
      if (event.type === 'keydown') this.#leave();
      return false;
    }
    if (readOnly) return false;
    const isCopy = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'c';
    if (isCopy && this.#terminal.hasSelection()) return false;
    // The paste event comes with the text, which is shown first.
    return !((ctrlKey || metaKey) && key.toLowerCase() === 'v');
  }

  fit() {
    if (this.#isFixed) return;
    const size = this.#fit.proposeDimensions();
    if (!size || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return;
    const { cols, rows } = clampSize(size.cols, size.rows);
    if (cols !== this.#terminal.cols || rows !== this.#terminal.rows) this.#terminal.resize(cols, rows);
  }

  get size() {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  set(options: Pick<ITerminalOptions, 'disableStdin' | 'screenReaderMode' | 'fontSize'>) {
    Object.assign(this.#terminal.options, options);
    this.fit();
  }

  setMode(mode: Mode) {
    this.#terminal.options.theme = terminalTheme(mode);
  }

  write(text: string, done?: () => void) {
    this.#terminal.write(text, done);
  }

  /** Sends a text as input, with the marks of a paste where the shell knows them. */
  paste(text: string) {
    this.#terminal.paste(text);
    this.#terminal.focus();
  }

  /** Sends keys as input. */
  press(keys: string) {
    this.#terminal.input(keys);
    this.#terminal.focus();
  }

  onInput(listener: (text: string) => void) {
    return this.#terminal.onData(listener);
  }

  onSize(listener: (size: { cols: number; rows: number }) => void) {
    return this.#terminal.onResize(listener);
  }

  /** Called when a key leaves the terminal: without one, the keyboard could not get out. */
  onLeave(listener: () => void) {
    this.#leave = listener;
  }

  onFound(listener: (found: FoundPlaces) => void) {
    return this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      listener({ index: resultIndex, count: resultCount }),
    );
  }

  find(text: string, direction: 'next' | 'previous') {
    if (text === '') return this.#search.clearDecorations();
    const options = { decorations: searchMarks() };
    if (direction === 'next') this.#search.findNext(text, options);
    else this.#search.findPrevious(text, options);
  }

  /** The selected text, else everything that the terminal still has. */
  text(): string {
    if (this.#terminal.hasSelection()) return this.#terminal.getSelection();
    const { active } = this.#terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, n) => {
      const line = active.getLine(n);
      return { text: line?.translateToString(true) ?? '', isWrapped: line?.isWrapped ?? false };
    });
    const text = lines.reduce(
      (all, line, n) => all + (n === 0 || line.isWrapped ? '' : '\n') + line.text,
      '',
    );
    return text.trimEnd();
  }

  focus() {
    this.#terminal.focus();
  }

  dispose() {
    this.#sizes.disconnect();
    this.#terminal.dispose();
    this.#place.replaceChildren();
  }
}
