import { randomUUID } from 'node:crypto';
import type { XResponse } from '@sweepline/contract/robot';

interface Deps {
  /** Sends an `xRequest`; what cannot be sent now is lost. */
  ask: (body: Record<string, unknown>) => void;
  monotonicMs: () => number;
}

interface Question {
  id: string;
  firstMs: number;
  nextMs: number;
  repeats: number;
}

/** Waits before the request is repeated with the same id; after them it is repeated once a minute. */
const repeatAfterMs = [3_000, 6_000, 12_000] as const;
const laterRepeatMs = 60_000;
/** Renewal interval, which keeps the drift allowance below one second. */
const renewAfterMs = 600_000;
/** 0.1 %, far above the drift of a crystal. */
const driftAllowance = 1.001;

/**
 * An upper bound of the server's clock. The server stamps its answer after the request was sent, so its clock is never
 * ahead of that stamp plus the time since the request. The robot's own wall clock is not used.
 */
export class ServerClock {
  readonly #deps: Deps;
  #request: Question | undefined;
  #measured: { serverMs: number; requestedMs: number } | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Monotonic milliseconds, independent of the wall clock. */
  get monotonicMs() {
    return this.#deps.monotonicMs();
  }

  /** A new connection discards the measurement, because older messages may have waited in the broker. */
  connected() {
    this.#measured = undefined;
    this.#startRequest();
  }

  tick() {
    const nowMs = this.#deps.monotonicMs();
    if (this.#request && nowMs >= this.#request.nextMs) this.#repeat(this.#request, nowMs);
    else if (!this.#request && this.#measured && nowMs - this.#measured.requestedMs >= renewAfterMs)
      this.#startRequest();
  }

  /** Whether this response answers a time request. */
  answered({ requestId, status, serverTime }: XResponse): boolean {
    if (this.#request?.id !== requestId) return false;
    const serverMs = Date.parse(serverTime ?? '');
    if (status !== 'OK' || Number.isNaN(serverMs)) return true;
    // The time counts from the first request, because the answer may be to any repetition.
    this.#measured = { serverMs, requestedMs: this.#request.firstMs };
    this.#request = undefined;
    return true;
  }

  /** The upper bound of the server's clock; undefined before a measurement on this connection. */
  latestMs(): number | undefined {
    if (!this.#measured) return undefined;
    const { serverMs, requestedMs: askedMs } = this.#measured;
    return serverMs + (this.#deps.monotonicMs() - askedMs) * driftAllowance;
  }

  #startRequest() {
    const nowMs = this.#deps.monotonicMs();
    this.#request = { id: randomUUID(), firstMs: nowMs, nextMs: nowMs + repeatAfterMs[0], repeats: 0 };
    this.#send(this.#request);
  }

  #repeat(request: Question, nowMs: number) {
    request.repeats += 1;
    request.nextMs = nowMs + (repeatAfterMs[request.repeats] ?? laterRepeatMs);
    this.#send(request);
  }

  #send = ({ id }: { id: string }) => this.#deps.ask({ requestId: id, type: 'time', params: {} });
}
