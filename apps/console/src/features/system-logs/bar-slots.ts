import type { auditCalls, Output } from '@sweepline/contract';
import { addDays, dayOf, dayStart } from '../../kit/format/days.ts';

export interface Bar {
  at: string;
  /** The last moment that still belongs to it. */
  end: string;
  done: number;
  refused: number;
}

const hourMs = 3_600_000;
const maxBars = 400;

/** A bar for every hour or day of the range, also for those in which nothing happened. */
export function slots(
  { step, bars }: Output<typeof auditCalls.bars>,
  from: string,
  to: string,
  zone: string,
): Bar[] {
  const known = new Map(bars.map((bar) => [Date.parse(bar.at), bar]));
  const starts: number[] = [];
  if (step === 'hour') {
    const first = Math.floor(Date.parse(from) / hourMs) * hourMs;
    for (let at = first; at <= Date.parse(to) && starts.length < maxBars; at += hourMs) starts.push(at);
  } else {
    // Days of the reader's zone: one with a change of clocks has 23 or 25 hours.
    const last = dayOf(to, zone);
    for (let day = dayOf(from, zone); day <= last && starts.length < maxBars; day = addDays(day, 1))
      starts.push(Date.parse(dayStart(day, zone)));
  }
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? (step === 'hour' ? start + hourMs : start + 24 * hourMs);
    const found = known.get(start);
    return {
      at: new Date(start).toISOString(),
      end: new Date(next - 1).toISOString(),
      done: found?.done ?? 0,
      refused: found?.refused ?? 0,
    };
  });
}
