import { createRowStore } from './row-store.ts';
import { defaultMaxQueued, type WriteBehindOptions } from './write-behind-options.ts';

/**
 * Rows that are stored soon, together, and away from whoever adds them. A bad row costs none of its neighbours. When the database is
 * away the rows go back to the front of the queue and are tried again with growing pauses, up to the limit of the queue.
 */
export class WriteBehind<R> {
  readonly name: string;
  readonly #options: WriteBehindOptions<R>;
  readonly #store: ReturnType<typeof createRowStore<R>>;
  #queue: R[] = [];
  #inFlight: R[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  /** The flush that begins when the running one ends; it takes everything added until then. */
  #next: Promise<void> | undefined;
  #failures = 0;
  #closed = false;
  #overflow: { count: number; last: R } | undefined;

  constructor(options: WriteBehindOptions<R>) {
    this.name = options.name;
    this.#options = options;
    this.#store = createRowStore(options);
  }

  /** Rows that are not known to be stored, oldest first. */
  pending(): readonly R[] {
    return [...this.#inFlight, ...this.#queue];
  }

  readonly size = (): number => this.#inFlight.length + this.#queue.length;

  /** Puts a row in line. A row beyond the limit of the queue is dropped and counted. */
  add(row: R): void {
    this.#push(row);
    this.schedule();
  }

  /** Has what `collect` will bring stored as soon as an added row. */
  schedule(): void {
    const { flushMs } = this.#options;
    if (flushMs !== undefined) this.#arm(flushMs);
  }

  /** Takes rows out of line; one under way is stored all the same. */
  remove(isGone: (row: R) => boolean): void {
    this.#queue = this.#queue.filter((row) => !isGone(row));
  }

  /** Resolves when everything added before is stored, refused, or back in the queue because the database is away. */
  readonly flush = (): Promise<void> => {
    // At once: the owner may forget where it gathered them.
    for (const row of this.#options.collect?.() ?? []) this.#push(row);
    if (this.#next) return this.#next;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#drain();
    });
    this.#next = next;
    this.#running = next.catch(() => {});
    return next;
  };

  /** Stores what is left and takes nothing more. Rows of a database that is away are counted as dropped. */
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
    const { maxBatch = 1_000, retryMs: [firstMs, longestMs] = [500, 30_000] } = this.#options;
    for (this.#tellOverflow(); this.#queue.length > 0; this.#tellOverflow()) {
      this.#inFlight = this.#queue.splice(0, maxBatch);
      let unsaved: R[] = [];
      try {
        ({ unsaved } = await this.#store(this.#inFlight));
      } finally {
        this.#inFlight = [];
        this.#queue = [...unsaved, ...this.#queue];
      }
      this.#failures = unsaved.length > 0 ? this.#failures + 1 : 0;
      if (unsaved.length > 0) return this.#arm(Math.min(longestMs, firstMs * 2 ** (this.#failures - 1)));
    }
  }

  #tellOverflow(): void {
    const { summarise, maxQueued = defaultMaxQueued } = this.#options;
    if (!this.#overflow || this.size() >= maxQueued) return;
    if (summarise) this.#queue.push(summarise(this.#overflow.last, this.#overflow.count));
    this.#overflow = undefined;
  }
}

/** A write-behind queue, known to its database by name. */
export function createWriteBehind<R>(options: WriteBehindOptions<R>): WriteBehind<R> {
  const writer = new WriteBehind(options);
  options.db.writers.register(writer);
  return writer;
}
