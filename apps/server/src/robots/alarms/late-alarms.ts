import type { Session } from '../sessions/session.ts';

export interface LateAlarmTiming {
  /** A replay is over when no late alarm came for this time. */
  replayQuietMs: number;
  /** A robot that always reports late is not waited for any longer. */
  replayLongestMs: number;
}

interface Replay {
  session: Session;
  alarmIds: Set<string>;
  sinceMs: number;
  lastMs: number;
}

/**
 * Alarms of a replay wait for its end: those that were cleared in it are not told. See docs/protocol/alarms.md#late-alarms.
 */
export function createLateAlarms({ replayQuietMs, replayLongestMs }: LateAlarmTiming) {
  const replays = new Map<string, Replay>();
  const isOver = ({ sinceMs, lastMs }: Replay, nowMs: number) =>
    nowMs - lastMs >= replayQuietMs || nowMs - sinceMs >= replayLongestMs;

  return {
    /** An alarm that was not told yet. */
    note: (session: Session, alarmId: string, nowMs: number): void => {
      const { deviceId } = session.device;
      const replay = replays.get(deviceId);
      if (replay) replay.alarmIds.add(alarmId);
      else replays.set(deviceId, { session, alarmIds: new Set([alarmId]), sinceMs: nowMs, lastMs: nowMs });
    },
    /** The robot sent an alarm or an end that belongs to the replay. */
    heard: ({ device }: Session, nowMs: number): void => {
      const replay = replays.get(device.deviceId);
      if (replay) replay.lastMs = nowMs;
    },
    /** The alarms of the replays that are over; each is returned once. */
    takeOver: (nowMs: number) => {
      const over = [...replays].filter(([, replay]) => isOver(replay, nowMs));
      for (const [deviceId] of over) replays.delete(deviceId);
      return over.map(([, { session, alarmIds }]) => ({ session, alarmIds: [...alarmIds] }));
    },
    forget: (deviceId: string): void => void replays.delete(deviceId),
  };
}
