import type { Profile } from '@sweepline/contract';
import { dateAt, laterDate, momentOf } from '@sweepline/contract/robot';

/**
 * When the quiet hours of a person end; undefined outside them, and for an alarm whose level breaks through. They are in the
 * person's own zone, and reach into the next day if they end earlier than they begin.
 */
export function quietUntil(
  { quiet, timezone = 'UTC' }: Profile,
  level: number,
  nowMs: number,
): number | undefined {
  if (!quiet || level >= quiet.level) return undefined;
  const today = dateAt(nowMs, timezone);
  for (const day of [laterDate(today, -1), today]) {
    const start = momentOf(day, quiet.from, timezone);
    const end = momentOf(quiet.to > quiet.from ? day : laterDate(day, 1), quiet.to, timezone);
    if (start <= nowMs && nowMs < end) return end;
  }
  return undefined;
}
