import type { Clock } from '../../platform/runtime/clock.ts';
import type { CommandService } from './command-service.ts';
import type { Log } from '../gateway-options.ts';
import type { LiveStore } from '../sessions/live-store.ts';
import type { Session } from '../sessions/session.ts';

const holdS = 60;
const renewMs = 45_000;
const watchedHz = 2;
const drivenHz = 5;
/** Telemetry carries the way the robot drove, from which the cleaned area grows. */
const watchedPathS = 1;

/** Asks a robot for two places a second while a page shows it, and lets that run out when nobody does (1.3). */
export function createStateWatch(
  live: LiveStore,
  commands: CommandService,
  now: Clock,
  log: Log,
  sessionOf: (deviceId: string) => Session | undefined,
  /** Forgets points nobody was shown. */
  dropTrail: (session: Session) => void,
  /** A person drives it and must see where it is at this moment. */
  isDriven: (deviceId: string) => boolean,
) {
  const requestedMs = new Map<string, number>();

  const requestRate = (deviceId: string): void => {
    const session = sessionOf(deviceId);
    if (!session?.vendor || session.liveness.state !== 'ONLINE') return;
    requestedMs.set(deviceId, now().getTime());
    commands
      .sendCommand({
        deviceId,
        type: 'stream.rate',
        params: {
          visualizationHz: isDriven(deviceId) ? drivenHz : watchedHz,
          telemetryS: watchedPathS,
          holdS,
        },
        by: '',
      })
      .catch((error: unknown) =>
        log.warn({ error, deviceId }, 'a watched robot could not be asked for more'),
      );
  };

  return {
    watch: (deviceId: string): (() => void) => {
      const session = sessionOf(deviceId);
      // A page reads the path so far by itself; the frames bring what comes after.
      if (live.watch(deviceId) && session) dropTrail(session);
      if (now().getTime() - (requestedMs.get(deviceId) ?? 0) >= renewMs) requestRate(deviceId);
      let watching = true;
      return () => {
        if (watching) live.unwatch(deviceId);
        watching = false;
      };
    },
    tick(nowMs: number): void {
      for (const deviceId of live.watchedDevices())
        if (nowMs - (requestedMs.get(deviceId) ?? 0) >= renewMs) requestRate(deviceId);
    },
  };
}
