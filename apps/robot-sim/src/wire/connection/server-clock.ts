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

/** Repeats of a request use the same id; after them the robot asks once a minute. */
const againAfterMs = [3_000, 6_000, 12_000] as const;
const seldomMs = 60_000;
/** So that what the drift allowance adds stays below a second. */
const renewAfterMs = 600_000;
/** Far above what a crystal drifts: 0.1 %. */
const driftAllowance = 1.001;

/**
 * What the server's clock shows at most. The server stamps its answer after the request was sent, so its clock is never ahead of
 * that stamp plus the time since the request. The robot's own wall clock plays no part.
 */
export class ServerClock {
  readonly #deps: Deps;
  #request: Question | undefined;
  #known: { serverMs: number; askedMs: number } | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Milliseconds that no change of the wall clock moves. */
  get monotonicMs() {
    return this.#deps.monotonicMs();
  }

  /** A new connection: messages of the last one may have waited in the broker, so nothing is taken over. */
  connected() {
    this.#known = undefined;
    this.#askAnew();
  }

  tick() {
    const nowMs = this.#deps.monotonicMs();
    if (this.#request && nowMs >= this.#request.nextMs) this.#repeat(this.#request, nowMs);
    else if (!this.#request && this.#known && nowMs - this.#known.askedMs >= renewAfterMs) this.#askAnew();
  }

  /** Whether the answer was to a question about the time. */
  answered({ requestId, status, serverTime }: XResponse): boolean {
    if (this.#request?.id !== requestId) return false;
    const serverMs = Date.parse(serverTime ?? '');
    if (status !== 'OK' || Number.isNaN(serverMs)) return true;
    // Measured from the first sending: the answer may be to any of the repetitions.
    this.#known = { serverMs, askedMs: this.#request.firstMs };
    this.#request = undefined;
    return true;
  }

  /** The latest the server's clock may show; undefined while that is not known on this connection. */
  latestMs(): number | undefined {
    if (!this.#known) return undefined;
    const { serverMs, askedMs } = this.#known;
    return serverMs + (this.#deps.monotonicMs() - askedMs) * driftAllowance;
  }

  #askAnew() {
    const nowMs = this.#deps.monotonicMs();
    this.#request = { id: randomUUID(), firstMs: nowMs, nextMs: nowMs + againAfterMs[0], repeats: 0 };
    this.#say(this.#request);
  }

  #repeat(request: Question, nowMs: number) {
    request.repeats += 1;
    request.nextMs = nowMs + (againAfterMs[request.repeats] ?? seldomMs);
    this.#say(request);
  }

  #say = ({ id }: { id: string }) => this.#deps.ask({ requestId: id, type: 'time', params: {} });
}
