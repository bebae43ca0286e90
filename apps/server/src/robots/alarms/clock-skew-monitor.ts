import type { AlarmRegistry } from './alarm-registry.ts';
import { isSkewWithin, skewOf, type Session } from '../sessions/session.ts';

const toleratedMs = 300_000;
const forMs = 600_000;

/**
 * Alarm 80005: a device's clock is off by more than five minutes for ten minutes, until it is right
 * (docs/protocol/journal.md#clocks).
 */
export function createClockSkewMonitor(alarms: AlarmRegistry) {
  const wrongSince = new Map<string, number>();
  return {
    tick(sessions: Iterable<Session>, nowMs: number): void {
      for (const session of sessions) {
        const { deviceId } = session.device;
        if (isSkewWithin(session, toleratedMs) || Math.abs(skewOf(session)) <= toleratedMs) {
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
