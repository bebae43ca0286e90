import { chatterCount } from '@sweepline/contract';

/** An alarm that arrives later than this after its raise belongs to a replay of the journal. */
const lateMs = 60_000;

export const isLate = (raisedAt: string, arrivedMs: number): boolean =>
  arrivedMs - Date.parse(raisedAt) > lateMs;

/** An earlier alarm of the same robot and code. */
export interface RecentAlarm {
  id: string;
  count: number;
  isProcessed: boolean;
  isOpen: boolean;
  level: number;
  causeId: string | null;
  firstMs: number;
  lastMs: number;
}

/**
 * The alarm that counts a further raise: the newest, once it chatters. Undefined if the raise is an alarm of its own. A processed
 * alarm and those before it are never raised again. `recent` are the alarms raised within the last ten minutes, the newest first.
 */
export function countingAlarm(recent: readonly RecentAlarm[]): RecentAlarm | undefined {
  const processed = recent.findIndex(({ isProcessed }) => isProcessed);
  const later = processed < 0 ? recent : recent.slice(0, processed);
  const [newest] = later;
  if (newest === undefined || newest.count > 1) return newest;
  return later.length >= chatterCount ? newest : undefined;
}

/** The cause of an alarm, as far as it decides whether the follower is told. */
export interface Root {
  level: number;
  isTold: boolean;
}

/** Whether the cause speaks for its follower: people know of the cause, and the follower is not more severe. */
export const coversFollower = (root: Root | undefined, level: number): boolean =>
  root !== undefined && root.isTold && root.level >= level;
