import { createRowStore } from './row-store.ts';
import { defaultMaxQueued, type WriteBehindOptions } from './write-behind-options.ts';

/**
 * A write-behind queue: rows are stored in batches soon after they are added. A bad row does not affect other rows. While the
 * database is unavailable, rows go back to the front of the queue and are retried with growing pauses, up to the queue's limit.
 */
export class WriteBehind<R> {
  readonly name: string;
  readonly #options: WriteBehindOptions<R>;
  readonly #store: ReturnType<typeof createRowStore<R>>;
  #queue: R[] = [];
  #inFlight: R[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  /** The flush that starts after the running one; it takes every row added until then. */
  #next: Promise<void> | undefined;
  #failures = 0;
  #closed = false;
  #overflow: { count: number; last: R } | undefined;

  constructor(options: WriteBehindOptions<R>) {
    this.name = options.name;
    this.#options = options;
    this.#store = createRowStore(options);
  }

  /** Rows that are not confirmed as stored, oldest first. */
  pending(): readonly R[] {
    return [...this.#inFlight, ...this.#queue];
  }

  readonly size = (): number => this.#inFlight.length + this.#queue.length;

  /** Queues a row. A row beyond the limit of the queue is dropped and counted. */
  add(row: R): void {
    this.#push(row);
    this.schedule();
  }

  /** Schedules a flush for the rows of `collect`, as `add` does for a row. */
  schedule(): void {
    const { flushMs } = this.#options;
    if (flushMs !== undefined) this.#arm(flushMs);
  }

  /** Removes queued rows; a row that is being written is stored. */
  remove(isGone: (row: R) => boolean): void {
    this.#queue = this.#queue.filter((row) => !isGone(row));
  }

  /** Resolves when every row added before is stored, refused, or back in the queue because the database is unavailable. */
  readonly flush = (): Promise<void> => {
    // Collected synchronously: the owner may clear its rows after the call.
    for (const row of this.#options.collect?.() ?? []) this.#push(row);
    // Also if a flush waits already: a timer that stays set would leave later rows without one.
    this.#timer = void clearTimeout(this.#timer);
    if (this.#next) return this.#next;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#drain();
    });
    this.#next = next;
    this.#running = next.catch(() => {});
    return next;
  };

  /** Stores the queued rows and accepts no more. Rows that cannot be stored now are counted as dropped. */
  readonly close = async (): Promise<void> => {
    await (this.#failures === 0 ? this.flush() : this.#running);
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#queue.length === 0) return;
    const { db, log, name } = this.#options;
    db.writers.dropped(name, 'closed', this.#queue.length);
    log.error({ writer: name, rows: this.#queue.length }, 'rows were dropped because the server stops');
    this.#queue = [];
  };

  #push(row: R): void {
    const { maxQueued = defaultMaxQueued, db, name } = this.#options;
    if (this.size() < maxQueued && !this.#closed) return void this.#queue.push(row);
    db.writers.dropped(name, this.#closed ? 'closed' : 'full', 1);
    this.#overflow = { count: (this.#overflow?.count ?? 0) + 1, last: row };
  }

  #arm(delayMs: number): void {
    if (!this.#closed) this.#timer ??= setTimeout(() => void this.flush(), delayMs);
  }

  async #drain(): Promise<void> {
    const { maxBatch = 1_000, retryMs: [firstMs, maxMs] = [500, 30_000] } = this.#options;
    for (this.#addSummary(); this.#queue.length > 0; this.#addSummary()) {
      this.#inFlight = this.#queue.splice(0, maxBatch);
      let unsaved: R[] = [];
      try {
        ({ unsaved } = await this.#store(this.#inFlight));
      } finally {
        this.#inFlight = [];
        this.#queue = [...unsaved, ...this.#queue];
      }
      this.#failures = unsaved.length > 0 ? this.#failures + 1 : 0;
      if (unsaved.length > 0) return this.#arm(Math.min(maxMs, firstMs * 2 ** (this.#failures - 1)));
    }
  }

  #addSummary(): void {
    const { summarise, maxQueued = defaultMaxQueued } = this.#options;
    if (!this.#overflow || this.size() >= maxQueued) return;
    if (summarise) this.#queue.push(summarise(this.#overflow.last, this.#overflow.count));
    this.#overflow = undefined;
  }
}

/** Creates a write-behind queue and registers it by name with its database, which flushes it on close. */
export function createWriteBehind<R>(options: WriteBehindOptions<R>): WriteBehind<R> {
  const writer = new WriteBehind(options);
  options.db.writers.register(writer);
  return writer;
}
