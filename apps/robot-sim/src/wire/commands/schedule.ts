import { MinInterval } from '../connection/min-interval.ts';

/** Never more of one kind a second than this, however fast time is made to run. */
const fastestMs = { visualization: 100, telemetry: 500, progress: 1000 } as const;
const usualS = {
  stateBusy: 10,
  stateIdle: 30,
  visualization: 5,
  telemetryBusy: 10,
  telemetryIdle: 60,
  progress: 30,
};
const dayMs = 86_400_000;

export interface Watching {
  visualizationHz?: number;
  telemetryS?: number;
  /** Seconds until it falls back. */
  holdS: number;
}

/** How often a robot says what (1.3, 1.4). Simulated time that runs faster brings messages sooner, down to a limit. */
export class Schedule {
  readonly state = new MinInterval(1000);
  readonly telemetry = new MinInterval(fastestMs.telemetry);
  readonly reported = new MinInterval(10_000);
  readonly visualization = new MinInterval(0);
  readonly progress = new MinInterval(fastestMs.progress);
  readonly #speedup: number;
  #watched: Watching = { holdS: 0 };
  #watchedUntilMs = 0;

  constructor(speedup: number) {
    this.#speedup = speedup;
  }

  /** Somebody looks: more for a while. */
  watch(rate: Watching, nowMs: number) {
    this.#watched = nowMs < this.#watchedUntilMs ? { ...this.#watched, ...rate } : rate;
    this.#watchedUntilMs = nowMs + rate.holdS * 1000;
  }

  due(nowMs: number, busy: boolean, moving: boolean) {
    const watched = nowMs < this.#watchedUntilMs ? this.#watched : undefined;
    const hz = watched?.visualizationHz;
    const visualizationS = hz ? 1 / hz : usualS.visualization;
    const telemetryS = watched?.telemetryS ?? (busy ? usualS.telemetryBusy : usualS.telemetryIdle);
    const telemetry = this.telemetry.due(nowMs, this.#sooner(telemetryS, fastestMs.telemetry));
    // A state that speaks of a paused action means something else while the robot charges than while it cleans (2.6): it waits for
    // the mode that explains it.
    const isExplained = !this.telemetry.isAsked;
    return {
      state: isExplained && this.state.due(nowMs, (busy ? usualS.stateBusy : usualS.stateIdle) * 1000),
      visualization:
        moving && this.visualization.due(nowMs, this.#sooner(visualizationS, fastestMs.visualization)),
      telemetry,
      reported: this.reported.due(nowMs, dayMs),
      progress: busy && this.progress.due(nowMs, this.#sooner(usualS.progress, fastestMs.progress)),
    };
  }

  #sooner = (seconds: number, fastest: number) => Math.max(fastest, (seconds * 1000) / this.#speedup);
}
