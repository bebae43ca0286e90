import type { WeeklyWindow } from '@sweepline/contract';
import { dateAt, laterDate, momentOf, weekdayOf } from '@sweepline/contract/robot';

/** From a moment to before another, in milliseconds. */
export type Span = readonly [from: number, to: number];

const isOn = ({ weekdays }: WeeklyWindow, day: string) => weekdays.includes(weekdayOf(day));

/** When these windows of the week are open in a zone, around a time, in order and without overlaps. */
export function openSpans(windows: readonly WeeklyWindow[], zone: string, around: Span): Span[] {
  const spans: Span[] = [];
  const last = dateAt(around[1], zone);
  // A window of the day before may reach into the first day.
  for (let day = laterDate(dateAt(around[0], zone), -1); day <= last; day = laterDate(day, 1))
    for (const window of windows) {
      if (!isOn(window, day)) continue;
      const end = window.to > window.from ? day : laterDate(day, 1);
      spans.push([momentOf(day, window.from, zone), momentOf(end, window.to, zone)]);
    }
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/**
 * Whether an outage is reported: it has lasted this long without a break by a time at which it was expected, and is not
 * expected now.
 */
export function isOutageDue(
  sinceMs: number,
  nowMs: number,
  minutes: number,
  expected: readonly Span[],
): boolean {
  const lengthMs = minutes * 60_000;
  let from = sinceMs;
  for (const [start, end] of expected) {
    if (start <= nowMs && nowMs < end) return false;
    if (start < from + lengthMs && start <= nowMs) from = Math.max(from, end);
  }
  return from + lengthMs <= nowMs;
}
