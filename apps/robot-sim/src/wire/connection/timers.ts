/** One-shot timers; `tick` runs those that are due. */
export class Timers {
  #due: { atMs: number; act: () => void }[] = [];

  at(atMs: number, act: () => void) {
    this.#due.push({ atMs, act });
  }

  tick(nowMs: number) {
    for (const due of this.#due.filter(({ atMs }) => atMs <= nowMs)) {
      this.#due.splice(this.#due.indexOf(due), 1);
      due.act();
    }
  }
}
