import type { CommandService } from '../commands/command-service.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import type { RunDriver } from '../runs/run-driver.ts';
import { livenessTiming } from './liveness.ts';
import type { Session } from './session.ts';

interface ClockSetBackDeps {
  sessions: ReadonlyMap<string, Session>;
  link: { disconnect(serialNumber: string): void };
  commands: Pick<CommandService, 'clockSetBack'>;
  driver: Pick<RunDriver, 'clockSetBack'>;
  instant: Pick<InstantActions, 'clockSetBack'>;
}

/**
 * The server's clock was set back. What waits for a robot has become as much younger, so its expiry no longer protects anyone: orders
 * and interactive commands end. Robots connect again, which makes them ask for the time: with their former estimate they would refuse
 * new commands as expired. A robot that is silent from now on goes offline after the usual time.
 */
export function clockSetBack(
  { sessions, link, commands, driver, instant }: ClockSetBackDeps,
  nowMs: number,
): void {
  commands.clockSetBack();
  driver.clockSetBack();
  instant.clockSetBack(nowMs);
  for (const session of sessions.values()) {
    const { liveness } = session;
    session.liveness = {
      ...liveness,
      lastSeenMs: liveness.lastSeenMs === null ? null : Math.min(liveness.lastSeenMs, nowMs),
      probingUntilMs:
        liveness.probingUntilMs === null
          ? null
          : Math.min(liveness.probingUntilMs, nowMs + livenessTiming.silenceProbeMs),
    };
    if (session.vendor && liveness.state === 'ONLINE') link.disconnect(session.device.sn);
  }
}
