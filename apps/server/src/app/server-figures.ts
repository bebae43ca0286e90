import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { WriterRegistry } from '../platform/runtime/writer-registry.ts';

const nsPerMs = 1e6;

/** The figures that a server reports with each sign, for the page of servers. */
export function createServerFigures(writers: Pick<WriterRegistry, 'writers'>) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let countRobots: (() => number) | undefined;
  return {
    /** From now on the number of robots is reported. */
    ofRobots: (count: () => number): void => void (countRobots = count),
    /** The figures since the last call. */
    read: (): Record<string, number> => {
      // Node counts the resolution of the measurement itself as delay.
      const loopDelayMs = Math.max(0, delay.percentile(99) / nsPerMs - 20);
      delay.reset();
      const queuedRows = writers.writers().reduce((rows, { size }) => rows + size(), 0);
      return { loopDelayMs, queuedRows, ...(countRobots && { robots: countRobots() }) };
    },
    stop: (): void => void delay.disable(),
  };
}
