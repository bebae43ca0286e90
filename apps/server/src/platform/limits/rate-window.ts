const windowMs = 1_000;

/** Paces the process itself, by real time: so many in a second, and the rest wait for the next one. */
export class RateWindow {
  readonly #max: number;
  #start = 0;
  #done = 0;

  constructor(maxPerSecond: number) {
    this.#max = maxPerSecond;
  }

  count(): void {
    this.#done += 1;
  }

  /** Until more may be done; 0 when it may be done now. */
  waitMs(): number {
    const elapsedMs = performance.now() - this.#start;
    if (elapsedMs >= windowMs) {
      this.#start = performance.now();
      this.#done = 0;
    }
    return this.#done >= this.#max ? Math.max(1, windowMs - elapsedMs) : 0;
  }
}
