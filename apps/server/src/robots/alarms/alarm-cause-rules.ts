import { isKeyOf } from '@sweepline/contract';
import { alarmFollowers, causesOf, causeWindowS } from '@sweepline/contract';

/** What decides about the cause of an alarm. All times are those of the robot. */
export interface CauseAlarm {
  id: string;
  code: string;
  firstMs: number;
  /** The last raise of an alarm with a count, else its only one. */
  lastMs: number;
  /** When it was cleared or processed; null while it stands. */
  overMs: number | null;
  causeId: string | null;
}

const windowMs = causeWindowS * 1000;

const followersOf = (code: string): readonly string[] =>
  isKeyOf(alarmFollowers, code) ? (alarmFollowers[code] ?? []) : [];

/** The number of codes on the longest chain of causes that begins with this code, less one. */
const chainOf = (code: string): number => Math.max(0, ...followersOf(code).map((it) => 1 + chainOf(it)));

const followersBelow = (code: string): string[] =>
  followersOf(code).flatMap((it) => [it, ...followersBelow(it)]);

export interface CauseReach {
  /** The codes whose causes an alarm of the code can change: its own and those of its followers. */
  changed: readonly string[];
  /** These codes and their causes. */
  codes: readonly string[];
  beforeMs: number;
  afterMs: number;
}

function reachIn(code: string): CauseReach {
  const changed = [...new Set([code, ...followersBelow(code)])];
  const codes = [...new Set([...changed, ...changed.flatMap(causesOf)])];
  return { changed, codes, beforeMs: windowMs, afterMs: windowMs * chainOf(code) };
}

const reaches = new Map<string, CauseReach | undefined>();

/** The alarms that decide about the causes around an alarm of this code; undefined if it has no causes and no followers. */
export function causeReachOf(code: string): CauseReach | undefined {
  if (followersOf(code).length === 0 && causesOf(code).length === 0) return undefined;
  const reach = reaches.get(code) ?? reachIn(code);
  reaches.set(code, reach);
  return reach;
}

/** The time of the raise of a cause before this one; undefined if it was not raised within the window, or was over. */
function raiseBefore(cause: CauseAlarm, { lastMs }: CauseAlarm): number | undefined {
  if (cause.firstMs > lastMs || (cause.overMs !== null && cause.overMs < lastMs)) return undefined;
  // An alarm with a count stands from its first raise to its last.
  const raisedMs = Math.min(cause.lastMs, lastMs);
  return lastMs - raisedMs <= windowMs ? raisedMs : undefined;
}

/** Causes come before their followers, also at the same time. */
const inOrder = (a: CauseAlarm, b: CauseAlarm) =>
  a.lastMs - b.lastMs || chainOf(b.code) - chainOf(a.code) || (a.id < b.id ? -1 : 1);

/** The last alarm that was raised before this one and can be its cause. */
function directCause(alarm: CauseAlarm, sorted: readonly CauseAlarm[]): string | undefined {
  const codes: readonly string[] = causesOf(alarm.code);
  let cause: { id: string; raisedMs: number } | undefined;
  for (const other of sorted) {
    if (!codes.includes(other.code)) continue;
    const raisedMs = raiseBefore(other, alarm);
    if (raisedMs !== undefined && raisedMs >= (cause?.raisedMs ?? -Infinity))
      cause = { id: other.id, raisedMs };
  }
  return cause?.id;
}

/**
 * The cause of each alarm of one robot whose code is in `changed` and that was raised at `fromMs` or later. It is the last alarm that
 * was raised before and can be its cause, or the cause of that one: no follower has followers. `lasting` has its present cause until
 * another one is found. The order of `alarms` has no effect.
 */
export function causesAround(
  alarms: readonly CauseAlarm[],
  changed: readonly string[],
  fromMs: number,
  lasting?: string,
): Map<string, string | null> {
  const present = new Map(alarms.map(({ id, causeId }) => [id, causeId]));
  const sorted = alarms.toSorted(inOrder);
  const found = new Map<string, string | null>();
  for (const alarm of sorted) {
    if (alarm.lastMs < fromMs || !changed.includes(alarm.code)) continue;
    found.set(alarm.id, directCause(alarm, sorted) ?? (alarm.id === lasting ? alarm.causeId : null));
  }
  const next = (id: string) => (found.has(id) ? found.get(id) : present.get(id));
  // A cause can be raised again after its follower, so its own cause is known only now. Codes form no circle.
  const rootOf = (id: string): string => {
    const cause = next(id);
    return cause ? rootOf(cause) : id;
  };
  return new Map([...found].map(([id, cause]) => [id, cause === null ? null : rootOf(cause)]));
}
