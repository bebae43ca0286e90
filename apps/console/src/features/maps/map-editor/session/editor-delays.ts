/** Work that waits until nothing has asked for it anew for a while, each by its name. */
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
