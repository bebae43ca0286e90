import { dueSoonShare, type ServiceTarget } from '@sweepline/contract';
import type { PauseRow } from '../../../entities/service/work-order-pause-table.ts';
import type { ReminderKind, WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import { businessEnd, businessMs, type BusinessCalendar, type Span } from './business-time-rules.ts';

const minuteMs = 60_000;

/** What the clock reads of an order. */
export type ClockedOrder = Pick<
  WorkOrderRow,
  | 'state'
  | 'waitingFor'
  | 'waitingSince'
  | 'submittedAt'
  | 'respondedAt'
  | 'respondBy'
  | 'resolvedAt'
  | 'reminded'
>;
export type ClockColumns = Pick<
  WorkOrderRow,
  'respondBy' | 'respondedLate' | 'resolveBy' | 'resolveLeftMs' | 'resolvedLate' | 'nextReminderAt'
>;
export type Pause = Pick<PauseRow, 'kind' | 'startedAt' | 'endedAt'>;

/** Why the clock of an order stands; null while it runs. */
export const standingOf = ({ state, waitingFor }: Pick<WorkOrderRow, 'state' | 'waitingFor'>) =>
  state === 'RESOLVED' ? ('RESOLVED' as const) : waitingFor === null ? null : ('WAITING' as const);

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Since when the clock stands; null while it runs. An open pause says it, or else the order. */
function standsSince(order: ClockedOrder, pauses: readonly Pause[]): number | null {
  if (standingOf(order) === null) return null;
  const open = pauses.find(({ endedAt }) => endedAt === null)?.startedAt;
  const since = open ?? order.resolvedAt ?? order.waitingSince;
  return since === null ? null : Date.parse(since);
}

export interface Reading {
  order: ClockedOrder;
  target: ServiceTarget;
  calendar: BusinessCalendar;
  pauses: readonly Pause[];
  /** The first answer was judged earlier: a later level or service level does not change that. */
  isAnswerJudged: boolean;
}

function answerOf({ order, target, calendar, isAnswerJudged }: Reading) {
  const { respondMinutes } = target;
  const start = Date.parse(order.submittedAt);
  const respondBy = isAnswerJudged
    ? order.respondBy
    : respondMinutes === null
      ? null
      : iso(businessEnd(start, respondMinutes * minuteMs, calendar));
  if (respondBy === null || order.respondedAt === null) return { respondBy, respondedLate: null };
  const isLate = Date.parse(order.respondedAt) > Date.parse(respondBy);
  return { respondBy, respondedLate: isLate ? (1 as const) : (0 as const) };
}

const spansOf = (pauses: readonly Pause[]): Span[] =>
  pauses.flatMap(({ startedAt, endedAt }) =>
    endedAt === null ? [] : [{ from: Date.parse(startedAt), until: Date.parse(endedAt) }],
  );

function resolutionOf({ order, target: { resolveMinutes }, calendar, pauses }: Reading) {
  if (resolveMinutes === null) return { resolveBy: null, resolveLeftMs: null, resolvedLate: null };
  const [start, duration, closed] = [
    Date.parse(order.submittedAt),
    resolveMinutes * minuteMs,
    spansOf(pauses),
  ];
  const stands = standsSince(order, pauses);
  if (stands === null) {
    const resolveBy = iso(businessEnd(start, duration, calendar, closed));
    return { resolveBy, resolveLeftMs: null, resolvedLate: null };
  }
  const resolveLeftMs = duration - businessMs({ from: start, until: stands }, calendar, closed);
  const judged = resolveLeftMs < 0 ? (1 as const) : (0 as const);
  return { resolveBy: null, resolveLeftMs, resolvedLate: order.state === 'RESOLVED' ? judged : null };
}

/** When each reminder is due that still applies. */
export function remindersOf(reading: Reading): { kind: ReminderKind; at: number }[] {
  const { order, target, calendar, pauses } = reading;
  const start = Date.parse(order.submittedAt);
  const dueOf = (minutes: number | null, spans: readonly Span[], soon: ReminderKind, late: ReminderKind) =>
    minutes === null
      ? []
      : [
          { kind: soon, at: businessEnd(start, minutes * minuteMs * dueSoonShare, calendar, spans) },
          { kind: late, at: businessEnd(start, minutes * minuteMs, calendar, spans) },
        ];
  const all = [
    ...(order.respondedAt === null ? dueOf(target.respondMinutes, [], 'ANSWER_SOON', 'ANSWER_LATE') : []),
    ...(standingOf(order) === null
      ? dueOf(target.resolveMinutes, spansOf(pauses), 'RESOLVE_SOON', 'RESOLVE_LATE')
      : []),
  ];
  return all.flatMap(({ kind, at }) => (at === null || order.reminded.includes(kind) ? [] : [{ kind, at }]));
}

/** The columns of the service level. Time that the order waited stays waited, whatever changes. */
export function clockOf(reading: Reading): ClockColumns {
  const moments = remindersOf(reading).map(({ at }) => at);
  return {
    ...answerOf(reading),
    ...resolutionOf(reading),
    nextReminderAt: moments.length === 0 ? null : iso(Math.min(...moments)),
  };
}
