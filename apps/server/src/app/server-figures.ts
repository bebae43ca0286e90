import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gateway } from '../robots/gateway.ts';
import type { ServerSigns } from '../platform/cluster/server-signs.ts';
import type { WriterRegistry } from '../platform/runtime/writer-registry.ts';

const nsPerMs = 1e6;

/** The figures that a server reports with each sign, for the page of servers. */
export function createServerFigures(writers: Pick<WriterRegistry, 'writers'>) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let gateway: Pick<Gateway, 'robotCount' | 'notFollowed'> | undefined;
  return {
    /** From now on the number of robots is reported, and those that the broker keeps from this server. */
    ofRobots: (opened: Pick<Gateway, 'robotCount' | 'notFollowed'>): void => void (gateway = opened),
    /** The figures since the last call, and the robots of which nothing arrives. */
    read: (): Omit<ServerSigns, 'runningJobs'> => {
      // Node counts the resolution of the measurement itself as delay.
      const loopDelayMs = Math.max(0, delay.percentile(99) / nsPerMs - 20);
      delay.reset();
      const queuedRows = writers.writers().reduce((rows, { size }) => rows + size(), 0);
      const figures = { loopDelayMs, queuedRows, ...(gateway && { robots: gateway.robotCount() }) };
      return { figures, notFollowed: gateway?.notFollowed() };
    },
    stop: (): void => void delay.disable(),
  };
}
