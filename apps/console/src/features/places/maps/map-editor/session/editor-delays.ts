/** Debounces work by name: each job runs when it has not been requested again for its delay. */
export class Delays {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  later(what: string, ms: number, work: () => void) {
    clearTimeout(this.#timers.get(what));
    this.#timers.set(what, setTimeout(work, ms));
  }

  close() {
    this.#timers.forEach((timer) => clearTimeout(timer));
  }
}
