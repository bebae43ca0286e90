/** Divides simulated time into steps and seconds, and counts down the time in MANUAL. */
export class StepTimers {
  #pendingS = 0;
  #secondS = 0;
  #manualS = 0;

  /** Adds time that passes in steps. */
  pass(seconds: number) {
    this.#pendingS += seconds;
  }

  /** Takes one step from the pending time; false when less is left. */
  takeStep(seconds: number): boolean {
    if (this.#pendingS < seconds - 1e-9) return false;
    this.#pendingS -= seconds;
    return true;
  }

  /** Adds a step to the current second. Returns the seconds of a finished one, else 0. */
  takeSecond(stepS: number): number {
    this.#secondS += stepS;
    if (this.#secondS < 1 - 1e-9) return 0;
    const seconds = this.#secondS;
    this.#secondS = 0;
    return seconds;
  }

  get manual() {
    return this.#manualS > 0;
  }

  /** The robot reports MANUAL for a while. */
  beManual(seconds: number) {
    this.#manualS = seconds;
  }

  /** Counts down the time in MANUAL. True when it ended now. */
  countManual(seconds: number): boolean {
    if (this.#manualS <= 0) return false;
    this.#manualS -= seconds;
    return this.#manualS <= 0;
  }
}
