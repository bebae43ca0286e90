import type { alarms } from '../../entities/alarms/alarm-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Session } from '../sessions/session.ts';
import { isLate } from './alarm-raise-rules.ts';
import type { StoredAlarm } from './alarm-rows.ts';
import { standingAlarms, tellStanding } from './alarm-telling-rows.ts';
import { createChatteringAlarms } from './chattering-alarms.ts';
import { createLateAlarms, type LateAlarmTiming } from './late-alarms.ts';

/** A late alarm that was stored longer ago was decided before this server started. */
const undecidedMs = 600_000;

interface DueTelling {
  session: Session;
  /** Returns the alarms to push. */
  work: (tx: Tx) => Promise<StoredAlarm[]>;
}

/** What is told later than at the raise: late alarms that still stand, and chattering alarms that settled and stand. */
export function createAlarmTelling(timing: LateAlarmTiming, now: Clock) {
  const late = createLateAlarms(timing);
  const chattering = createChatteringAlarms();
  const nowMs = () => now().getTime();

  return {
    wait: (session: Session, alarmId: string): void => late.note(session, alarmId, nowMs()),
    count: (session: Session, alarmId: string): void => chattering.note(session, alarmId, nowMs()),
    hear: (session: Session, at: string): void => {
      if (isLate(at, nowMs())) late.heard(session, nowMs());
    },
    /** An open alarm of which the server before this one may have told no one yet. */
    restore: (session: Session, row: typeof alarms.$inferSelect): void => {
      const arrivedMs = Date.parse(row.arrivedAt);
      const isUndecided = row.toldAt === null && isLate(row.raisedAt, arrivedMs);
      if (isUndecided && nowMs() - arrivedMs < undecidedMs) late.note(session, row.id, nowMs());
      if (row.lastRaisedAt !== null) chattering.note(session, row.id, Date.parse(row.lastRaisedAt));
    },
    due: (atMs: number): DueTelling[] => {
      const iso = new Date(atMs).toISOString();
      const standing = late.takeOver(atMs).map(({ session, alarmIds }) => ({
        session,
        work: (tx: Tx) => tellStanding(tx, session.device, alarmIds, iso),
      }));
      const settled = chattering.takeSettled(atMs).map(({ session, alarmId }) => ({
        session,
        work: (tx: Tx) => standingAlarms(tx, session.device, [alarmId], iso),
      }));
      return [...standing, ...settled];
    },
    forget: (deviceId: string): void => {
      late.forget(deviceId);
      chattering.forget(deviceId);
    },
  };
}
