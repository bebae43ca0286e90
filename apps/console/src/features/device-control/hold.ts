import type { DriveFrame } from '@sweepline/contract';

const everyMs = 100;
/** That somebody let go is said thrice: one of the three will arrive. */
const farewells = [0, 60, 120];

interface Wish {
  v: number;
  w: number;
}

/** Speaks ten times a second while somebody holds on, and not at all otherwise: silence stops the robot (2.8). */
export class Hold {
  readonly #session: string;
  readonly #say: (frame: DriveFrame) => void;
  readonly #now: () => number;
  readonly #sent = new Map<number, number>();
  #seq = 0;
  #wish: Wish = { v: 0, w: 0 };
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    session: string,
    say: (frame: DriveFrame) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#session = session;
    this.#say = say;
    this.#now = now;
  }

  /** What is wished while it is held; nothing at all lets go. */
  hold(wish: Wish) {
    this.#wish = wish;
    if (wish.v === 0 && wish.w === 0) return this.release();
    if (this.#timer !== undefined) return;
    this.#speak(true);
    this.#timer = setInterval(() => this.#speak(true), everyMs);
  }

  /** Lets go, if it is held. */
  release() {
    if (this.#timer !== undefined) this.stop();
  }

  /** Stands still, whether it is held or not. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#wish = { v: 0, w: 0 };
    for (const ms of farewells) setTimeout(() => this.#timer === undefined && this.#speak(false), ms);
  }

  /** Milliseconds from this page to the server and back, by the newest frame the server had. */
  tripMs({ seq, agoMs }: { seq: number; agoMs: number }): number | null {
    const sentMs = this.#sent.get(seq);
    if (sentMs === undefined) return null;
    for (const old of this.#sent.keys()) if (old <= seq) this.#sent.delete(old);
    return Math.max(0, this.#now() - sentMs - agoMs);
  }

  #speak(deadman: boolean) {
    const at = this.#now();
    const seq = this.#seq++;
    this.#sent.set(seq, at);
    if (this.#sent.size > 200) this.#sent.clear();
    this.#say({ session: this.#session, seq, at, deadman, ...this.#wish });
  }
}
