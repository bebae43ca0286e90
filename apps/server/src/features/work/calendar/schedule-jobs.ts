import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { createRunStarter } from './schedule-dispatch-service.ts';
import { writeDueStarts } from './schedule-materialise-service.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

interface Needs {
  db: Db;
  bus: Bus;
  now: Clock;
  robots: Pick<Robots, 'runs' | 'live'>;
}

/** One pass: stores the due starts, then starts their runs. */
export function createDispatcher(needs: Needs, onError: (error: unknown) => void) {
  const beginDue = createRunStarter(needs, onError);
  return async (): Promise<void> => {
    await writeDueStarts(needs.db, needs.bus, needs.now);
    await beginDue();
  };
}

/** Starts that became due while the server was down are stored first, and started if still allowed. Runs take row locks. */
export const dispatchJob = (needs: Needs, onError: (error: unknown) => void): Job => ({
  name: 'calendar.dispatch',
  everySeconds: 1,
  mayOverlap: true,
  run: createDispatcher(needs, onError),
});
