import { jobReportHours } from '@sweepline/contract/robot';

export type PublishJob = (body: Record<string, unknown>, isDurable: boolean) => void;

const progressMs = 5000;
const repeatMs = jobReportHours * 3_600_000;

/** Sends the reports of one job: phases at once, waiting ones again after hours, and progress every few seconds. */
export class JobReporter {
  readonly #publish: PublishJob;
  readonly #now: () => number;
  #reportedMs = 0;
  #progressMs = 0;

  constructor(publish: PublishJob, now: () => number) {
    this.#publish = publish;
    this.#now = now;
  }

  /** A new phase. */
  report(body: Record<string, unknown>) {
    this.#send(body, true);
  }

  /** The phase goes on: reports changed conditions, a phase that is due again, and progress if the bytes move. */
  goOn(body: () => Record<string, unknown>, { changed, moves }: { changed: boolean; moves: boolean }) {
    const nowMs = this.#now();
    if (changed || nowMs - this.#reportedMs >= repeatMs) this.#send(body(), true);
    else if (moves && nowMs - this.#progressMs >= progressMs) this.#send(body(), false);
  }

  #send(body: Record<string, unknown>, isDurable: boolean) {
    this.#progressMs = this.#now();
    if (isDurable) this.#reportedMs = this.#progressMs;
    this.#publish(body, isDurable);
  }
}
