const windowMs = 1_000;

/** Limits the work of this process per second of real time; the rest waits for the next second. */
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

  /** Milliseconds until the next unit of work is allowed; 0 if it is allowed now. */
  waitMs(): number {
    const elapsedMs = performance.now() - this.#start;
    if (elapsedMs >= windowMs) {
      this.#start = performance.now();
      this.#done = 0;
    }
    return this.#done >= this.#max ? Math.max(1, windowMs - elapsedMs) : 0;
  }
}
