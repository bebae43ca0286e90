import type { SubscriptionRhythm } from '@sweepline/contract';
import { dateAt, laterDate, momentOf, weekdayOf } from '@sweepline/contract/robot';

export interface Rhythm {
  every: SubscriptionRhythm;
  weekday: number;
  monthDay: number;
  clock: string;
  timezone: string;
}

const fits = ({ every, weekday, monthDay }: Rhythm, day: string) =>
  every === 'DAY' || (every === 'WEEK' ? weekdayOf(day) === weekday : Number(day.slice(8)) === monthDay);

/** Two months: every rhythm has a due day within them. */
const maxDays = 62;

/** The first due time after `afterMs`. It is local time, also on days when the clocks change, and is due once. */
export function nextDue(rhythm: Rhythm, afterMs: number): string {
  const today = dateAt(afterMs, rhythm.timezone);
  for (let n = 0; n <= maxDays; n++) {
    const day = laterDate(today, n);
    const ms = fits(rhythm, day) ? momentOf(day, rhythm.clock, rhythm.timezone) : 0;
    if (ms > afterMs) return new Date(ms).toISOString();
  }
  throw new Error('a rhythm without a day');
}

/** The period of a report that is due at a moment: the day before, the seven days before, or the month before. */
export function periodOf({ every, timezone }: Pick<Rhythm, 'every' | 'timezone'>, dueMs: number) {
  const today = dateAt(dueMs, timezone);
  if (every === 'MONTH') {
    const to = laterDate(`${today.slice(0, 7)}-01`, -1);
    return { from: `${to.slice(0, 7)}-01`, to };
  }
  return { from: laterDate(today, every === 'DAY' ? -1 : -7), to: laterDate(today, -1) };
}
