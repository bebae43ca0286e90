import type { Robot } from '../../robot/robot.ts';
import type { Publisher } from './publisher.ts';
import type { Timers } from './timers.ts';

/** Puts a robot to sleep or wakes it, and wakes it at a time if one is given. */
export function hibernate(
  { robot, intake }: { robot: Robot; intake: { asleep: boolean } },
  publisher: Publisher,
  timers: Timers,
  { asleep, wakeAtMs }: { asleep: boolean; wakeAtMs?: number | undefined },
): void {
  if (intake.asleep === asleep) return;
  if (wakeAtMs !== undefined && !Number.isNaN(wakeAtMs))
    timers.at(wakeAtMs, () => hibernate({ robot, intake }, publisher, timers, { asleep: false }));
  intake.asleep = asleep;
  robot.setMode(asleep ? 'SLEEP' : 'STANDBY');
  publisher.sleep(asleep);
  if (!asleep) robot.rest();
}
