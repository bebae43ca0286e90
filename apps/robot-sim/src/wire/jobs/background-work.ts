/** Work of one job on the disk and the network: one piece at a time, beside the robot's ticks. */
export class BackgroundWork {
  #busy = false;
  /** The present piece of work. */
  working: Promise<void> = Promise.resolve();

  /** Runs a piece and then what it returns, unless the job has gone on to something else by then. */
  run(isCurrent: () => boolean, work: () => Promise<(() => void) | undefined>) {
    if (this.#busy) return;
    this.#busy = true;
    this.working = work()
      .then((after) => {
        if (isCurrent()) after?.();
      })
      .finally(() => {
        this.#busy = false;
      });
  }
}
