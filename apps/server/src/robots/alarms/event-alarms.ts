import type { AlarmCode } from '@sweepline/contract/robot';
import type { Session } from '../sessions/session.ts';

/** Codes of events, not of states: no message clears them. */
const eventCodes = new Set<string>(['80010', '80011', '80012', '80013', '80014']);
const eventAlarmMs = 600_000;

/** Alarms about events. Each ends ten minutes after its event last occurred. */
export function createEventAlarms() {
  const occurred = new Map<string, { session: Session; code: AlarmCode; atMs: number }>();
  return {
    /** Notes the last occurrence of an event; other codes are ignored. */
    note: (session: Session, code: string, atMs: number): void => {
      if (!eventCodes.has(code)) return;
      // Every event code is a code of the table.
      occurred.set(`${session.device.deviceId}/${code}`, { session, code: code as AlarmCode, atMs });
    },
    /** The event alarms that are over; each is returned once. */
    takeEnded: (nowMs: number) => {
      const ended = [...occurred].filter(([, { atMs }]) => nowMs - atMs >= eventAlarmMs);
      for (const [key] of ended) occurred.delete(key);
      return ended.map(([, event]) => event);
    },
    /** Ends no alarm of this device any more. */
    forget: (deviceId: string): void => {
      for (const code of eventCodes) occurred.delete(`${deviceId}/${code}`);
    },
  };
}
