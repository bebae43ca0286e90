import {
  encodePipeMessage,
  maxPipeDataBytes,
  readPipeMessage,
  type PipeMessageType,
} from './pipe-message.ts';

/** Bytes that one side may send before the other has confirmed them. */
export const maxHeldBytes = 256 * 1024;
/** So many received bytes are confirmed at once, fewer with the next tick. */
const confirmEveryBytes = 32 * 1024;
/** Without a confirmation for this time the first bytes are sent again. */
const repeatMs = 2_000;
const repeatBytes = 64 * 1024;

export interface BytePipeSetup {
  /** Sends a message. It may be lost. Called only while the pipe is attached. */
  send(message: Uint8Array): void;
  /** The next bytes of the other side. False if no more are wanted until `ready`. */
  deliver(bytes: Uint8Array): boolean;
  /** After `write` returned false: there is room again. */
  room(): void;
  /** The other side sends no more; everything was delivered. */
  ended(): void;
}

/**
 * One end of a pipe of bytes in both directions over connections that break. It holds what the other end has not confirmed and sends
 * it again, so that nothing is lost and nothing is delivered twice, whenever a connection breaks and whatever it loses, repeats or
 * delays. Bytes are counted from the beginning of the pipe; its end counts as one byte more.
 */
export class BytePipe {
  readonly #setup: BytePipeSetup;
  #isAttached = false;
  /** What is not confirmed, the offset of its first byte, and the offset behind the last byte or the end. */
  #held: Uint8Array[] = [];
  #heldFrom = 0;
  #sentTo = 0;
  #isEnded = false;
  #isRoomDue = false;
  #repeatAtMs = 0;
  /** The bytes received in order, those of them that are confirmed, and the end of the other side. */
  #received = 0;
  #confirmed = 0;
  #wantsMore = true;
  #isOtherEnded = false;
  /** Where the other side was asked to resume: asked once, until bytes arrive. */
  #askedFrom = -1;

  constructor(setup: BytePipeSetup) {
    this.#setup = setup;
  }

  /** A connection is open. What the other side lacks is sent again. */
  attach(): void {
    this.#isAttached = true;
    this.#confirm('RESUME');
  }

  detach(): void {
    this.#isAttached = false;
  }

  /** Sends bytes. False if the next ones should wait for `room`. */
  write(bytes: Uint8Array): boolean {
    if (this.#isEnded) return true;
    for (let at = 0; at < bytes.byteLength; at += maxPipeDataBytes) {
      // A copy: the caller may use its memory again.
      const piece = bytes.slice(at, at + maxPipeDataBytes);
      this.#held.push(piece);
      this.#sentTo += piece.byteLength;
      this.#send('DATA', this.#sentTo - piece.byteLength, piece);
    }
    this.#isRoomDue = this.#heldBytes >= maxHeldBytes;
    return !this.#isRoomDue;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#send('END', this.#sentTo++);
  }

  /** Whether the other side has confirmed everything. */
  get isFlushed(): boolean {
    return this.#heldBytes === 0;
  }

  /** The receiver can take more. */
  ready(): void {
    this.#wantsMore = true;
    if (this.#received > this.#confirmed) this.#confirm('RECEIVED');
  }

  /** Takes a message of the other side. False if it is none of this protocol: the pipe is then broken. */
  receive(message: Uint8Array): boolean {
    const read = readPipeMessage(message);
    if (!read) return false;
    const { type, offset, bytes } = read;
    if (type === 'DATA') return this.#take(offset, bytes);
    if (type === 'END') return this.#takeEnd(offset);
    if (!this.#drop(offset)) return false;
    if (type === 'RESUME') this.#sendFrom(Infinity);
    return true;
  }

  /** To be called about twice a second: confirms what was received, and repeats what is not confirmed. */
  tick(nowMs: number): void {
    if (!this.#isAttached) return;
    this.#askedFrom = -1;
    if (this.#wantsMore && this.#received > this.#confirmed) this.#confirm('RECEIVED');
    if (this.isFlushed) this.#repeatAtMs = 0;
    else if (this.#repeatAtMs === 0) this.#repeatAtMs = nowMs + repeatMs;
    else if (nowMs >= this.#repeatAtMs) {
      this.#repeatAtMs = nowMs + repeatMs;
      this.#sendFrom(repeatBytes);
    }
  }

  /** The end counts as one. */
  get #heldBytes(): number {
    return this.#sentTo - this.#heldFrom;
  }

  #send(type: PipeMessageType, offset: number, bytes?: Uint8Array): void {
    if (this.#isAttached) this.#setup.send(encodePipeMessage(type, offset, bytes));
  }

  /** Confirms what was received, unless its reader is busy: the other side then has less room. */
  #confirm(type: 'RECEIVED' | 'RESUME'): void {
    if (this.#wantsMore) this.#confirmed = this.#received;
    this.#send(type, this.#confirmed);
  }

  /** Sends the first held bytes again, and the end behind them. */
  #sendFrom(maxBytes: number): void {
    let offset = this.#heldFrom;
    for (const piece of this.#held) {
      if (offset - this.#heldFrom >= maxBytes) return;
      this.#send('DATA', offset, piece);
      offset += piece.byteLength;
    }
    if (this.#isEnded && !this.isFlushed) this.#send('END', offset);
  }

  /** Forgets what the other side has. False if it was never sent. */
  #drop(offset: number): boolean {
    if (offset > this.#sentTo) return false;
    if (offset <= this.#heldFrom) return true;
    this.#repeatAtMs = 0;
    for (let piece = this.#held[0]; piece && this.#heldFrom < offset; piece = this.#held[0]) {
      const count = Math.min(offset - this.#heldFrom, piece.byteLength);
      if (count === piece.byteLength) this.#held.shift();
      else this.#held[0] = piece.subarray(count);
      this.#heldFrom += count;
    }
    // Behind the last byte only the end is left.
    this.#heldFrom = offset;
    if (this.#isRoomDue && this.#heldBytes < maxHeldBytes) {
      this.#isRoomDue = false;
      this.#setup.room();
    }
    return true;
  }

  #take(offset: number, bytes: Uint8Array): boolean {
    const end = offset + bytes.byteLength;
    if (end <= this.#received) this.#confirm('RECEIVED');
    else if (offset > this.#received) this.#ask();
    else {
      if (this.#isOtherEnded || end - this.#confirmed > 2 * maxHeldBytes) return false;
      const next = bytes.subarray(this.#received - offset);
      this.#received = end;
      this.#wantsMore = this.#setup.deliver(next) && this.#wantsMore;
      if (this.#wantsMore && this.#received - this.#confirmed >= confirmEveryBytes) this.#confirm('RECEIVED');
    }
    return true;
  }

  #takeEnd(offset: number): boolean {
    if (offset > this.#received) this.#ask();
    else if (offset === this.#received && !this.#isOtherEnded) {
      this.#isOtherEnded = true;
      this.#received++;
      this.#confirm('RECEIVED');
      this.#setup.ended();
    } else this.#confirm('RECEIVED');
    return true;
  }

  /** Bytes are missing: asks for them, once until the next tick. */
  #ask(): void {
    if (this.#askedFrom === this.#received) return;
    this.#askedFrom = this.#received;
    this.#confirm('RESUME');
  }
}
