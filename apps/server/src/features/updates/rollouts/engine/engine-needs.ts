import type { Db } from '../../../../platform/db/db.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import type { Bus } from '../../../../platform/socket/bus.ts';
import type { Robots } from '../../../../robots-port/robots.ts';

export interface EngineNeeds {
  db: Db;
  bus: Bus;
  now: Clock;
  robots: Pick<Robots, 'commands' | 'raiseAlarm'>;
}
