import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import type { CommandService } from './command-service.ts';
import type { Log } from '../gateway-options.ts';
import type { LiveStore } from '../sessions/live-store.ts';
import type { Session } from '../sessions/session.ts';

const holdS = 60;
const renewMs = 45_000;
const watchedHz = 2;
const drivenHz = 5;
/** Telemetry carries the driven path, from which the cleaned area grows. */
const watchedPathS = 1;

/**
 * Requests two positions a second while a page shows the robot. Without renewal the rate ends by itself
 * (docs/protocol/topics.md#rates).
 */
export function createStateWatch(
  live: LiveStore,
  commands: CommandService,
  now: Clock,
  log: Log,
  sessionOf: (deviceId: string) => Session | undefined,
  /** Discards path points that were not published. */
  dropTrail: (session: Session) => void,
  /** A driven robot sends its position more often. */
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
      // A page reads the earlier path by itself; the frames carry what follows.
      if (live.watch(deviceId) && session) dropTrail(session);
      if (isDue(requestedMs.get(deviceId) ?? 0, now().getTime(), renewMs)) requestRate(deviceId);
      let watching = true;
      return () => {
        if (watching) live.unwatch(deviceId);
        watching = false;
      };
    },
    tick(nowMs: number): void {
      for (const deviceId of live.watchedDevices())
        if (isDue(requestedMs.get(deviceId) ?? 0, nowMs, renewMs)) requestRate(deviceId);
    },
  };
}
