interface Piece {
  from: number;
  text: string;
}

/** Puts the pieces of a shell's output in order. `from` is the number of characters before a piece. */
export class OutputStream {
  readonly #write: (text: string) => void;
  #waiting: Piece[] = [];
  #next = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** The characters that have been written. */
  get next() {
    return this.#next;
  }

  /** Writes what follows what has been written. False while text before this piece, or before an earlier one, is missing. */
  accept(piece: Piece): boolean {
    this.#waiting.push(piece);
    this.#waiting.sort((one, other) => one.from - other.from);
    let first = this.#waiting[0];
    while (first && first.from <= this.#next) {
      // A piece that was pushed and read again is written once.
      const fresh = first.text.slice(this.#next - first.from);
      this.#next += fresh.length;
      if (fresh !== '') this.#write(fresh);
      this.#waiting.shift();
      first = this.#waiting[0];
    }
    return first === undefined;
  }
}
