import type { WeeklyWindow } from '@sweepline/contract';
import { dateAt, laterDate, momentOf, weekdayOf } from '@sweepline/contract/robot';

/** Business hours with the days that do not count. */
export interface BusinessCalendar {
  windows: readonly WeeklyWindow[];
  timezone: string;
  /** Local dates. */
  holidays: ReadonlySet<string>;
}

/** A span of time in milliseconds; `until` is excluded. */
export interface Span {
  from: number;
  until: number;
}

/** A clock that finds no business time within this many days has no end. */
const maxDays = 1_500;
/** A window that begins on the day before can reach into a day. */
const daysBack = 1;

/** The windows that begin on a local date. A holiday has none. */
function spansOfDay(date: string, { windows, timezone, holidays }: BusinessCalendar): Span[] {
  if (holidays.has(date)) return [];
  const weekday = weekdayOf(date);
  return windows
    .filter(({ weekdays }) => weekdays.includes(weekday))
    .map(({ from, to }) => ({
      from: momentOf(date, from, timezone),
      until: momentOf(to <= from ? laterDate(date, 1) : date, to, timezone),
    }))
    .filter(({ from, until }) => from < until)
    .toSorted((a, b) => a.from - b.from);
}

/** Business time from a moment on, in order and without overlaps. */
function* businessSpans(start: number, calendar: BusinessCalendar): Generator<Span> {
  let reached = start;
  const first = laterDate(dateAt(start, calendar.timezone), -daysBack);
  for (let day = 0; day <= maxDays; day++) {
    for (const { from, until } of spansOfDay(laterDate(first, day), calendar)) {
      if (until <= reached) continue;
      yield { from: Math.max(from, reached), until };
      reached = until;
    }
  }
}

/** What is left of a span without the pauses, which are in order. */
function* without(span: Span, pauses: readonly Span[]): Generator<Span> {
  let { from } = span;
  for (const pause of pauses) {
    if (pause.until <= from) continue;
    if (pause.from >= span.until) break;
    if (pause.from > from) yield { from, until: pause.from };
    from = Math.max(from, pause.until);
  }
  if (from < span.until) yield { from, until: span.until };
}

const inOrder = (pauses: readonly Span[]) => pauses.toSorted((a, b) => a.from - b.from);

/** Business time between two moments, without the pauses. */
export function businessMs(
  { from, until }: Span,
  calendar: BusinessCalendar,
  pauses: readonly Span[] = [],
): number {
  const ordered = inOrder(pauses);
  let total = 0;
  for (const span of businessSpans(from, calendar)) {
    if (span.from >= until) break;
    for (const part of without({ from: span.from, until: Math.min(span.until, until) }, ordered))
      total += part.until - part.from;
  }
  return total;
}

/** The moment at which a business time that began at `start` has passed, without the pauses; null without such a moment. */
export function businessEnd(
  start: number,
  durationMs: number,
  calendar: BusinessCalendar,
  pauses: readonly Span[] = [],
): number | null {
  const ordered = inOrder(pauses);
  let left = durationMs;
  for (const span of businessSpans(start, calendar)) {
    for (const part of without(span, ordered)) {
      if (left <= part.until - part.from) return part.from + left;
      left -= part.until - part.from;
    }
  }
  return null;
}
