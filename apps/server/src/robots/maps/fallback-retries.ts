import type { Clock } from '../../platform/runtime/clock.ts';

const minute = 60_000;
/** Pauses before the repeated synchronisations of one map of one robot; the last pause is repeated. */
const pausesMs = [0, 5 * minute, 15 * minute, 60 * minute, 360 * minute];
/** A robot that kept its version for so long begins with the first pause. */
const forgetMs = 24 * 60 * minute;

interface Attempts {
  deviceId: string;
  mapId: string;
  count: number;
  startedMs: number;
  isWaiting: boolean;
}

/** When a robot that fell back to an older version of a map gets the wanted version again, so that it is no endless loop. */
export function createFallbackRetries(now: Clock) {
  const attempts = new Map<string, Attempts>();
  const dueMs = ({ count, startedMs }: Attempts) =>
    startedMs + pausesMs[Math.min(count, pausesMs.length - 1)]!;

  return {
    /** Whether a synchronisation may start now; one that may not waits for `takeDue`. */
    mayStart: (deviceId: string, mapId: string): boolean => {
      const key = `${deviceId} ${mapId}`;
      const nowMs = now().getTime();
      const earlier = attempts.get(key);
      const isKnown = earlier && nowMs - earlier.startedMs < forgetMs;
      const current = isKnown ? earlier : { deviceId, mapId, count: 0, startedMs: nowMs, isWaiting: false };
      const isDue = nowMs >= dueMs(current);
      attempts.set(
        key,
        isDue
          ? { ...current, count: current.count + 1, startedMs: nowMs, isWaiting: false }
          : { ...current, isWaiting: true },
      );
      return isDue;
    },

    /** The waiting maps whose pause is over. */
    takeDue: (): { deviceId: string; mapId: string }[] => {
      const nowMs = now().getTime();
      const due = [...attempts.values()].filter((it) => it.isWaiting && nowMs >= dueMs(it));
      for (const it of due) it.isWaiting = false;
      return due;
    },

    /** Forgets robots that kept their version, so that the list does not grow. */
    forgetOld: (): void => {
      const before = now().getTime() - forgetMs;
      for (const [key, { startedMs }] of attempts) if (startedMs < before) attempts.delete(key);
    },
  };
}
