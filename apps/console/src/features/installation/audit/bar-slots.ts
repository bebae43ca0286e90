import type { auditCalls, Output } from '@sweepline/contract';
import { addDays, dayOf, dayStart } from '../../../kit/format/days.ts';

export interface Bar {
  at: string;
  /** The last millisecond of the bar. */
  end: string;
  done: number;
  refused: number;
}

const hourMs = 3_600_000;
const maxBars = 400;

/** One bar per hour or day of the range, including those without entries. */
export function slots(
  { step, bars }: Output<typeof auditCalls.bars>,
  from: string,
  to: string,
  zone: string,
): Bar[] {
  const barsByTime = new Map(bars.map((bar) => [Date.parse(bar.at), bar]));
  const starts: number[] = [];
  if (step === 'hour') {
    const first = Math.floor(Date.parse(from) / hourMs) * hourMs;
    for (let at = first; at <= Date.parse(to) && starts.length < maxBars; at += hourMs) starts.push(at);
  } else {
    // Days of the reader's time zone. A day with a clock change has 23 or 25 hours.
    const last = dayOf(to, zone);
    for (let day = dayOf(from, zone); day <= last && starts.length < maxBars; day = addDays(day, 1))
      starts.push(Date.parse(dayStart(day, zone)));
  }
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? (step === 'hour' ? start + hourMs : start + 24 * hourMs);
    const bar = barsByTime.get(start);
    return {
      at: new Date(start).toISOString(),
      end: new Date(next - 1).toISOString(),
      done: bar?.done ?? 0,
      refused: bar?.refused ?? 0,
    };
  });
}
