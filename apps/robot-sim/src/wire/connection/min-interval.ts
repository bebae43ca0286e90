/**
 * When the next message of a kind is due: at its interval, or as soon as something asks for it, but never sooner than the
 * least time after the last one. Times are real milliseconds.
 */
export class MinInterval {
  #lastMs = -Infinity;
  #asked = false;
  #leastMs: number;

  constructor(leastMs: number) {
    this.#leastMs = leastMs;
  }

  ask() {
    this.#asked = true;
  }

  get isAsked() {
    return this.#asked;
  }

  /** Whether it is to be sent now; if so, it counts as sent. */
  due(nowMs: number, intervalMs: number) {
    const since = nowMs - this.#lastMs;
    if (since < this.#leastMs || (!this.#asked && since < intervalMs)) return false;
    this.sent(nowMs);
    return true;
  }

  sent(nowMs: number) {
    this.#asked = false;
    this.#lastMs = nowMs;
  }
}
