import { verificationDays, verificationHours, type VerificationObstacle } from '@sweepline/contract';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What happened to the robot of an order since its resolution. Times are milliseconds since 1970. */
export interface VerificationFacts {
  resolvedAt: number;
  /** The robot still belongs to the company of the order. */
  isHere: boolean;
  /** The raises of the order's code after the resolution. */
  raises: readonly number[];
  /** When the alarms of the code that stood at the resolution were cleared; null for one that stands. */
  clears: readonly (number | null)[];
  /** The states of the connection; `to` is null for the present one. */
  connection: readonly { from: number; to: number | null; isOnline: boolean }[];
  /** The runs that ended. */
  runs: readonly { startedAt: number; endedAt: number; isSuccess: boolean }[];
}

export type Verdict =
  | { kind: 'WAIT' }
  | { kind: 'FAILED'; at: number }
  | { kind: 'VERIFIED'; at: number }
  | { kind: 'NOT_POSSIBLE'; obstacle: VerificationObstacle };

/** When the robot had been online for the hours of a proof since a moment; undefined before that. */
function onlineLongEnoughAt(
  { connection }: VerificationFacts,
  since: number,
  nowMs: number,
): number | undefined {
  let left = verificationHours * hourMs;
  let countedUntil = since;
  for (const { from, to, isOnline } of connection.toSorted((a, b) => a.from - b.from)) {
    if (!isOnline) continue;
    // No moment counts twice, whatever the events say.
    const start = Math.max(from, countedUntil);
    const span = Math.max(0, Math.min(to ?? nowMs, nowMs) - start);
    if (span >= left) return start + left;
    left -= span;
    countedUntil = start + span;
  }
  return undefined;
}

/** When the fix was proven: the cause stayed away for long enough, and a run since then ended well. */
function provenAt(facts: VerificationFacts, nowMs: number): number | undefined {
  // While an alarm of the code stands, its cause is not away.
  if (facts.clears.includes(null)) return undefined;
  const since = Math.max(facts.resolvedAt, ...facts.clears.map((at) => at ?? 0));
  const heldAt = onlineLongEnoughAt(facts, since, nowMs);
  const runs = facts.runs.filter(
    ({ startedAt, endedAt, isSuccess }) => isSuccess && startedAt >= since && endedAt <= nowMs,
  );
  if (heldAt === undefined || runs.length === 0) return undefined;
  return Math.max(heldAt, Math.min(...runs.map(({ endedAt }) => endedAt)));
}

/**
 * Whether the robot showed that a fix held. What happened first decides, not when the job looks: a cause that comes back after the
 * proof is a new fault.
 */
export function verdictOf(facts: VerificationFacts, nowMs: number): Verdict {
  const { resolvedAt, raises, isHere } = facts;
  const deadline = resolvedAt + verificationDays * dayMs;
  const until = Math.min(nowMs, deadline);
  const proven = provenAt(facts, until);
  const failed = raises.filter((at) => at > resolvedAt && at <= until).toSorted((a, b) => a - b)[0];
  if (failed !== undefined && (proven === undefined || failed <= proven))
    return { kind: 'FAILED', at: failed };
  if (proven !== undefined) return { kind: 'VERIFIED', at: proven };
  if (!isHere) return { kind: 'NOT_POSSIBLE', obstacle: 'ROBOT_LEFT' };
  return nowMs >= deadline ? { kind: 'NOT_POSSIBLE', obstacle: 'NOT_HEARD' } : { kind: 'WAIT' };
}
