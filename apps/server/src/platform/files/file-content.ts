import { close, open } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Readable, type Writable } from 'node:stream';
import { pacedRead } from './paced-reads.ts';

/** Half of the reads of Node's default: each has its price, and a fleet downloads at once. */
const chunkBytes = 128 * 1024;
/** Buffers that are kept for the next responses: 8 MB. */
const maxFree = 64;
const free: Buffer[] = [];

const aBuffer = (bytes = chunkBytes) => Buffer.allocUnsafeSlow(Math.min(bytes, chunkBytes));

/**
 * The bytes of a file. Sent as an answer, they pass through one buffer per answer: with a new one for each chunk, the downloads of a
 * fleet would have the garbage collector stop all calls several times a second.
 */
export class FileContent extends Readable {
  readonly #path: string;
  readonly #end: number;
  readonly #opened = Promise.withResolvers<void>();
  #at: number;
  #fd: number | undefined;
  #isReading = false;
  #afterRead: (() => void) | undefined;

  constructor(path: string, { start = 0, end = Infinity }: { start?: number; end?: number } = {}) {
    super({ highWaterMark: chunkBytes });
    this.#path = path;
    this.#at = start;
    this.#end = end;
  }

  override _construct(done: (error?: Error | null) => void): void {
    open(this.#path, 'r', (error, fd) => {
      this.#fd = fd;
      done(error);
      if (!error) this.#opened.resolve();
    });
  }

  override _read(): void {
    const buffer = aBuffer(this.#end + 1 - this.#at);
    this.#next(buffer).then(
      // A short chunk would hold the whole buffer.
      (chunk) =>
        this.push(chunk.length === 0 ? null : chunk.length < buffer.length ? Buffer.from(chunk) : chunk),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const fd = this.#fd;
    if (fd === undefined) return done(error);
    this.#fd = undefined;
    // A file that is closed during a read would lend its number to another one.
    const end = () => close(fd, (fault) => done(error ?? fault));
    if (this.#isReading) this.#afterRead = end;
    else end();
  }

  override pipe<T extends NodeJS.WritableStream>(target: T, options?: { end?: boolean }): T {
    if (!(target instanceof ServerResponse)) return super.pipe(target, options);
    this.#answer(target).catch((error: Error) => this.destroy(error));
    return target;
  }

  /** The bytes from the present place, in the buffer; none at the end. */
  async #next(buffer: Buffer): Promise<Buffer> {
    const length = Math.min(buffer.length, this.#end + 1 - this.#at);
    this.#isReading = true;
    try {
      // It is opened before it is read.
      const bytes = await pacedRead(this.#fd!, buffer, { length, position: this.#at });
      this.#at += bytes;
      return buffer.subarray(0, bytes);
    } finally {
      this.#isReading = false;
      this.#afterRead?.();
    }
  }

  async #answer(target: Writable): Promise<void> {
    await this.#opened.promise;
    const buffer = free.pop() ?? aBuffer();
    while (!this.destroyed) {
      const chunk = await this.#next(buffer);
      if (chunk.length === 0) return this.#finish(target, buffer);
      // The buffer is used again only after the socket has taken its bytes.
      if (!(await isTaken(target, chunk))) return void this.destroy();
    }
  }

  #finish(target: Writable, buffer: Buffer): void {
    if (free.length < maxFree) free.push(buffer);
    target.end();
    this.push(null);
    this.resume();
  }
}

/** Resolves when the receiver has taken the bytes; with false when it has hung up. */
const isTaken = (target: Writable, chunk: Buffer): Promise<boolean> =>
  new Promise((resolve) => void target.write(chunk, (error) => resolve(!error)));
