import type { AlarmRegistry } from './alarm-registry.ts';
import { skewOf, type Session } from '../sessions/session.ts';

const toleratedMs = 300_000;
const forMs = 600_000;

/** A device whose clock is off by more than five minutes for ten gets alarm 80005 until it is right again (2.1.9). */
export function createClockSkewMonitor(alarms: AlarmRegistry) {
  const wrongSince = new Map<string, number>();
  return {
    tick(sessions: Iterable<Session>, nowMs: number): void {
      for (const session of sessions) {
        const { deviceId } = session.device;
        if (Math.abs(skewOf(session)) <= toleratedMs) {
          if (wrongSince.delete(deviceId)) alarms.clear(session, '80005');
          continue;
        }
        const since = wrongSince.get(deviceId) ?? nowMs;
        wrongSince.set(deviceId, since);
        if (nowMs - since >= forMs) alarms.raise(session, '80005');
      }
    },
  };
}
