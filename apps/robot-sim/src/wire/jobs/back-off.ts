const maxMs = 300_000;

/** The pause after failed requests: 1 s, doubled each time, at most 5 minutes. */
export class BackOff {
  readonly #now: () => number;
  #notBeforeMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#now() >= this.#notBeforeMs;
  }

  begin(failures: number) {
    this.#notBeforeMs = this.#now() + Math.min(maxMs, 1000 * 2 ** Math.min(9, failures - 1));
  }
}
