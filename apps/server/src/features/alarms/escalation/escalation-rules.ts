import type { AlarmTelling, PolicyRow } from './escalation-table.ts';

const minuteMs = 60_000;

/** What decides whether an alarm is still told. */
export interface AlarmState {
  effectiveLevel: number;
  clearedAt: string | null;
  acknowledgedAt: string | null;
  processedAt: string | null;
  shelvedUntil: string | null;
}

type Policy = Pick<PolicyRow, 'steps' | 'remindMinutes' | 'processFromLevel'>;

/** The policy with the reminder that a person chose for the alarm alone. */
export const policyFor = (
  { remindMinutes }: { remindMinutes: number | null },
  policy: Policy | undefined,
): Policy | undefined =>
  remindMinutes === null
    ? policy
    : { steps: [], processFromLevel: null, ...policy, remindMinutes: remindMinutes || null };

/** Whether notices of an alarm end. A policy may demand a result from a level on. */
export function isSettled(alarm: AlarmState, policy: Policy | undefined): boolean {
  if (alarm.processedAt !== null) return true;
  const mustProcess = policy?.processFromLevel != null && alarm.effectiveLevel >= policy.processFromLevel;
  return !mustProcess && (alarm.clearedAt !== null || alarm.acknowledgedAt !== null);
}

/** What a telling does now: wait, end, begin again after a shelf, or tell a step or its reminder. */
export type Move =
  | { kind: 'WAIT'; untilMs: number }
  | { kind: 'END' }
  | { kind: 'RESTART_AFTER'; untilMs: number }
  | { kind: 'TELL'; step: number; repetition: number };

/** The next move of a telling at a moment. Each call moves one step, so a jump of the clock repeats and skips none. */
export function moveOf(
  telling: Pick<AlarmTelling, 'step' | 'repetition' | 'startedAt' | 'nextAt'>,
  alarm: AlarmState,
  policy: Policy | undefined,
  nowMs: number,
): Move {
  if (alarm.shelvedUntil !== null && Date.parse(alarm.shelvedUntil) > nowMs)
    return { kind: 'RESTART_AFTER', untilMs: Date.parse(alarm.shelvedUntil) };
  if (isSettled(alarm, policy)) return { kind: 'END' };
  const { step, repetition, startedAt } = telling;
  if (step === 0 || startedAt === null) return { kind: 'TELL', step: 1, repetition: 0 };
  const next = policy?.steps[step - 1];
  if (next && Date.parse(startedAt) + next.afterMinutes * minuteMs <= nowMs)
    return { kind: 'TELL', step: step + 1, repetition: 0 };
  if (policy?.remindMinutes && telling.nextAt !== null && Date.parse(telling.nextAt) <= nowMs)
    return { kind: 'TELL', step, repetition: repetition + 1 };
  const untilMs = nextAfter(telling, policy, nowMs);
  return untilMs === undefined ? { kind: 'END' } : { kind: 'WAIT', untilMs };
}

/** When a telling acts again after it told at a moment; undefined when it has nothing left to do. */
export function nextAfter(
  { step, startedAt }: Pick<AlarmTelling, 'step' | 'startedAt'>,
  policy: Policy | undefined,
  nowMs: number,
): number | undefined {
  const startMs = startedAt === null ? nowMs : Date.parse(startedAt);
  const next = policy?.steps[step - 1];
  const times = [
    ...(next ? [startMs + next.afterMinutes * minuteMs] : []),
    // Reminders that a stopped server missed are not sent later.
    ...(policy?.remindMinutes ? [nowMs + policy.remindMinutes * minuteMs] : []),
  ];
  return times.length > 0 ? Math.min(...times) : undefined;
}
