import { z } from 'zod';
import { laterDate, weekdayOf } from '../robot/zone-time.ts';

/**
 * A period that ends today: its last days, its week, month or year, or everything since a day. Each site takes its own current day, so
 * that a run that has just ended is in it wherever the reader is.
 */
export const currentPeriods = ['days', 'week', 'month', 'year', 'since'] as const;
export type CurrentPeriod = (typeof currentPeriods)[number];
/** Of a call whose period ends on the reader's current day. Without it, the days are the same at all sites. */
export const currentPeriod = z.enum(currentPeriods).optional();

export interface Days {
  from: string;
  to: string;
}
export interface SitePeriod extends Days {
  current?: CurrentPeriod | undefined;
}

const dayMs = 86_400_000;
export const dayCount = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

const starts: Record<CurrentPeriod, (days: Days, today: string) => string> = {
  days: (days, today) => laterDate(today, 1 - dayCount(days)),
  // The first day of the period tells on which day weeks begin.
  week: ({ from }, today) => laterDate(today, -((weekdayOf(today) - weekdayOf(from) + 7) % 7)),
  month: (_days, today) => `${today.slice(0, 7)}-01`,
  year: (_days, today) => `${today.slice(0, 4)}-01-01`,
  since: ({ from }, today) => (from < today ? from : today),
};

/** The days of a period at a site with this current day. */
export function daysAt({ from, to, current: kind }: SitePeriod, today: string): Days {
  return kind ? { from: starts[kind]({ from, to }, today), to: today } : { from, to };
}

/** The equally long period that ends the day before. */
export const daysBefore = (days: Days): Days => ({
  from: laterDate(days.from, -dayCount(days)),
  to: laterDate(days.from, -1),
});
