import { chatterMinutes } from '@sweepline/contract';
import type { Session } from '../sessions/session.ts';

const quietMs = chatterMinutes * 60_000;

/** Alarms that chatter. Each is over when it was not raised for ten minutes. */
export function createChatteringAlarms() {
  const raised = new Map<string, { session: Session; atMs: number }>();
  return {
    note: (session: Session, alarmId: string, atMs: number): void =>
      void raised.set(alarmId, { session, atMs }),
    /** The alarms that chatter no more; each is returned once. */
    takeSettled: (nowMs: number) => {
      const settled = [...raised].filter(([, { atMs }]) => nowMs - atMs >= quietMs);
      for (const [alarmId] of settled) raised.delete(alarmId);
      return settled.map(([alarmId, { session }]) => ({ session, alarmId }));
    },
    forget: (deviceId: string): void => {
      for (const [alarmId, { session }] of raised)
        if (session.device.deviceId === deviceId) raised.delete(alarmId);
    },
  };
}
