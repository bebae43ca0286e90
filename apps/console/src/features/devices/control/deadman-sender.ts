import type { DriveFrame } from '@sweepline/contract';

const everyMs = 100;
/** Delays of the stop frames after a release: three are sent, because a frame can be lost. */
const stopFrameDelaysMs = [0, 60, 120];

interface Speed {
  v: number;
  w: number;
}

/**
 * Sends drive frames ten times a second while the stick is deflected, and none otherwise.
 * Missing frames stop the robot (docs/protocol/drive.md#watchdog).
 */
export class DeadmanSender {
  readonly #session: string;
  readonly #send: (frame: DriveFrame) => void;
  readonly #now: () => number;
  readonly #sentAt = new Map<number, number>();
  #seq = 0;
  #speed: Speed = { v: 0, w: 0 };
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    session: string,
    send: (frame: DriveFrame) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#session = session;
    this.#send = send;
    this.#now = now;
  }

  /** Sets the speed of the next frames and starts sending; a speed of zero releases. */
  drive(speed: Speed) {
    this.#speed = speed;
    if (speed.v === 0 && speed.w === 0) return this.release();
    if (this.#timer !== undefined) return;
    this.#sendFrame(true);
    this.#timer = setInterval(() => this.#sendFrame(true), everyMs);
  }

  /** Stops the robot, if frames are being sent. */
  release() {
    if (this.#timer !== undefined) this.stop();
  }

  /** Sends the stop frames, also when no frames were being sent. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#speed = { v: 0, w: 0 };
    for (const ms of stopFrameDelaysMs)
      setTimeout(() => this.#timer === undefined && this.#sendFrame(false), ms);
  }

  /** Round-trip time from this page to the server, ms, by the newest frame the server received; null for an unknown frame. */
  tripMs({ seq, agoMs }: { seq: number; agoMs: number }): number | null {
    const sentMs = this.#sentAt.get(seq);
    if (sentMs === undefined) return null;
    for (const old of this.#sentAt.keys()) if (old <= seq) this.#sentAt.delete(old);
    return Math.max(0, this.#now() - sentMs - agoMs);
  }

  #sendFrame(deadman: boolean) {
    const at = this.#now();
    const seq = this.#seq++;
    this.#sentAt.set(seq, at);
    if (this.#sentAt.size > 200) this.#sentAt.clear();
    this.#send({ session: this.#session, seq, at, deadman, ...this.#speed });
  }
}
