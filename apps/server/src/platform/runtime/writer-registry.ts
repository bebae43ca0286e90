import { Counter, Gauge, Registry } from '@prometheus-io/client';

/** A component with rows in memory that are not stored yet. */
export interface Writer {
  name: string;
  /** Rows that are not stored yet. */
  size(): number;
  /** Stores these rows; resolves when they are stored, refused, or back in the queue. */
  flush(): Promise<unknown>;
  close?(): Promise<unknown>;
}

export type DropReason = 'full' | 'refused' | 'closed';

/** Creates the registry of all writers of one database, with their metrics. */
export function createWriterRegistry() {
  const metrics = new Registry();
  const writers: Writer[] = [];
  const counter = (name: string, help: string, ...labels: string[]) =>
    new Counter({ name, help, labelNames: ['name', ...labels], registers: [metrics] });
  const stored = counter('write_behind_stored_total', 'Rows stored by a write-behind queue');
  const retried = counter(
    'write_behind_retried_total',
    'Rows put back because the database was away or busy',
  );
  const dropped = counter('write_behind_dropped_total', 'Rows that are not stored, by reason', 'reason');
  const queued = new Gauge({
    name: 'write_behind_queued',
    help: 'Rows that wait to be stored',
    labelNames: ['name'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, size } of writers) this.inc({ name }, size());
    },
  });
  metrics.registerMetric(queued);

  return {
    metrics,
    writers: (): readonly Writer[] => writers,
    register: (writer: Writer): void => void writers.push(writer),
    stored: (name: string, rows: number) => stored.inc({ name }, rows),
    retried: (name: string, rows: number) => retried.inc({ name }, rows),
    dropped: (name: string, reason: DropReason, rows: number) => dropped.inc({ name, reason }, rows),
    /** Resolves when every row in memory is stored, refused, or waits for an unavailable database. */
    flush: async (): Promise<void> => void (await Promise.all(writers.map((writer) => writer.flush()))),
    close: async (): Promise<void> => void (await Promise.all(writers.map((writer) => writer.close?.()))),
  };
}
export type WriterRegistry = ReturnType<typeof createWriterRegistry>;
