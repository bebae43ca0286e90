import { StringDecoder } from 'node:string_decoder';
import { shellRules } from '@sweepline/contract';
import { TypedInput, type TypedPiece } from './typed-input.ts';

/** A piece of a recording as it is stored. */
export interface RecordedPiece {
  kind: 'OUTPUT' | 'INPUT';
  fromChar: number;
  length: number;
  content: string;
}

interface RecorderDeps {
  /** Milliseconds since the opening. */
  elapsedMs(): number;
  seal(text: string): string;
  /** New output, with the number of characters before it. */
  shown(from: number, text: string): void;
}

/** Records what a shell shows and what a person types: output as it is, input sealed and without what was not echoed. */
export class ShellRecorder {
  readonly #deps: RecorderDeps;
  readonly #decoder = new StringDecoder('utf8');
  readonly #typed = new TypedInput();
  #pieces: [ms: number, text: string][] = [];
  #outputLength = 0;
  #storedLength = 0;
  #inputLength = 0;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  /** Characters of output until now. */
  get outputLength(): number {
    return this.#outputLength;
  }

  get isFull(): boolean {
    return this.#outputLength >= shellRules.maxOutput;
  }

  show(bytes: Buffer): void {
    const text = this.#decoder.write(bytes);
    if (text === '' || this.isFull) return;
    this.#typed.show(text);
    this.#pieces.push([this.#deps.elapsedMs(), text]);
    const from = this.#outputLength;
    this.#outputLength += text.length;
    this.#deps.shown(from, text);
  }

  type(text: string): void {
    this.#typed.type(this.#deps.elapsedMs(), text);
  }

  /** What is not stored yet. */
  take(isEnd = false): RecordedPiece[] {
    const pieces: RecordedPiece[] = [];
    if (this.#pieces.length > 0) {
      const content = JSON.stringify(this.#pieces.splice(0));
      const length = this.#outputLength - this.#storedLength;
      pieces.push({ kind: 'OUTPUT', fromChar: this.#storedLength, length, content });
      this.#storedLength = this.#outputLength;
    }
    const typed = this.#typed.take(this.#deps.elapsedMs(), isEnd);
    if (typed.length > 0) pieces.push(this.#sealed(typed));
    return pieces;
  }

  #sealed(typed: TypedPiece[]): RecordedPiece {
    const length = typed.reduce((sum, [, text]) => sum + text.length, 0);
    const fromChar = this.#inputLength;
    this.#inputLength += length;
    return { kind: 'INPUT', fromChar, length, content: this.#deps.seal(JSON.stringify(typed)) };
  }
}
