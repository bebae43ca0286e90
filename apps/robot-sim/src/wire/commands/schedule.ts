import { MinInterval } from '../connection/min-interval.ts';

/** Minimum interval per message kind at any speedup. */
const minIntervalMs = { visualization: 100, telemetry: 500, progress: 1000 } as const;
const defaultS = {
  stateBusy: 10,
  stateIdle: 30,
  visualization: 5,
  telemetryBusy: 10,
  telemetryIdle: 60,
  progress: 30,
};
const dayMs = 86_400_000;

export interface RateRequest {
  visualizationHz?: number;
  telemetryS?: number;
  /** Seconds until the default rates apply again. */
  holdS: number;
}

/** The message rates of a robot (docs/protocol/topics.md#rates). A speedup shortens the intervals, down to a minimum. */
export class Schedule {
  readonly state = new MinInterval(1000);
  readonly telemetry = new MinInterval(minIntervalMs.telemetry);
  readonly reported = new MinInterval(10_000);
  readonly visualization = new MinInterval(0);
  readonly progress = new MinInterval(minIntervalMs.progress);
  readonly #speedup: number;
  #requested: RateRequest = { holdS: 0 };
  #requestedUntilMs = 0;

  constructor(speedup: number) {
    this.#speedup = speedup;
  }

  /** Raises the rates for a while. */
  watch(rate: RateRequest, nowMs: number) {
    this.#requested = nowMs < this.#requestedUntilMs ? { ...this.#requested, ...rate } : rate;
    this.#requestedUntilMs = nowMs + rate.holdS * 1000;
  }

  due(nowMs: number, busy: boolean, moving: boolean) {
    const requested = nowMs < this.#requestedUntilMs ? this.#requested : undefined;
    const hz = requested?.visualizationHz;
    const visualizationS = hz ? 1 / hz : defaultS.visualization;
    const telemetryS = requested?.telemetryS ?? (busy ? defaultS.telemetryBusy : defaultS.telemetryIdle);
    const telemetry = this.telemetry.due(nowMs, this.#scaledMs(telemetryS, minIntervalMs.telemetry));
    // A paused action means different things in charging and in cleaning modes, so the state waits for the telemetry with
    // the mode.
    const isExplained = !this.telemetry.isRequested;
    return {
      state: isExplained && this.state.due(nowMs, (busy ? defaultS.stateBusy : defaultS.stateIdle) * 1000),
      visualization:
        moving && this.visualization.due(nowMs, this.#scaledMs(visualizationS, minIntervalMs.visualization)),
      telemetry,
      reported: this.reported.due(nowMs, dayMs),
      progress: busy && this.progress.due(nowMs, this.#scaledMs(defaultS.progress, minIntervalMs.progress)),
    };
  }

  #scaledMs = (seconds: number, minMs: number) => Math.max(minMs, (seconds * 1000) / this.#speedup);
}
