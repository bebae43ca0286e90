/**
 * Computes when the next message of a kind is due: at its interval, or as soon as it is requested, but never sooner than
 * the minimum time after the last one. Times are real milliseconds.
 */
export class MinInterval {
  #lastMs = -Infinity;
  #requested = false;
  #minMs: number;

  constructor(minMs: number) {
    this.#minMs = minMs;
  }

  request() {
    this.#requested = true;
  }

  get isRequested() {
    return this.#requested;
  }

  /** Whether the message is due now; if so, it counts as sent. */
  due(nowMs: number, intervalMs: number) {
    const since = nowMs - this.#lastMs;
    if (since < this.#minMs || (!this.#requested && since < intervalMs)) return false;
    this.sent(nowMs);
    return true;
  }

  sent(nowMs: number) {
    this.#requested = false;
    this.#lastMs = nowMs;
  }
}
