import type { CurrentPeriod } from '@sweepline/contract';
import { weekdayOf } from '@sweepline/contract/robot';
import { readerZone, weekStart } from './reader.ts';

const parts = new Map<string, Intl.DateTimeFormat>();

/** Formats a moment as `2030-01-31 23:59:59` in a zone, which sorts and slices like ISO. */
function local(ms: number, zone: string): string {
  const format =
    parts.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  parts.set(zone, format);
  return format.format(ms);
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
const aheadMs = (ms: number, zone: string) =>
  Date.parse(`${local(ms, zone).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;

/** The day of a moment in the reader's zone: `2030-01-31`, as a date field takes it. */
export const dayOf = (at: string | number | Date, zone = readerZone()): string =>
  local(new Date(at).getTime(), zone).slice(0, 10);

/** The time of day, `23:59`, of a moment in the reader's zone, as a time field takes it. */
export const clockOf = (at: string | number | Date, zone = readerZone()): string =>
  local(new Date(at).getTime(), zone).slice(11, 16);

/** A day some days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function startMs(day: string, zone: string, clock = '00:00'): number {
  const utc = Date.parse(`${day}T${clock}:00Z`);
  // The first offset may be from the other side of a clock change. The second one is the offset of the day itself.
  return utc - aheadMs(utc - aheadMs(utc, zone), zone);
}

/** First and last millisecond of a day in the reader's zone, as the calls take them. */
export const dayStart = (day: string, zone = readerZone()): string =>
  new Date(startMs(day, zone)).toISOString();
export const dayEnd = (day: string, zone = readerZone()): string =>
  new Date(startMs(addDays(day, 1), zone) - 1).toISOString();

/** A time of day, `23:59`, of a day in the reader's zone, as the calls take it. A time skipped by a clock change becomes the next valid one. */
export const momentAt = (day: string, clock: string, zone = readerZone()): string =>
  new Date(startMs(day, zone, clock)).toISOString();

export const periods = ['today', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The first day of the week, month or year of a day. Weeks begin on the reader's first weekday. */
export function periodStart(period: Period, day: string, firstOfWeek: number = weekStart()): string {
  if (period === 'today') return day;
  if (period === 'month') return `${day.slice(0, 7)}-01`;
  if (period === 'year') return `${day.slice(0, 4)}-01-01`;
  return addDays(day, -((weekdayOf(day) - firstOfWeek + 7) % 7));
}

/** The usual period from a day to today, if it is one. */
export const usualPeriod = (from: string, to: string, today: string): Period | undefined =>
  to === today ? periods.find((name) => periodStart(name, today) === from) : undefined;

/** A period as the calls take it: one that ends today ends on the current day of each site. */
export function sitePeriod(
  from: string,
  to: string,
  today: string,
): { from: string; to: string; current?: CurrentPeriod } {
  if (to !== today) return { from, to };
  const period = usualPeriod(from, to, today);
  return { from, to, current: period === 'today' ? 'days' : (period ?? 'since') };
}

/** The last days, as the calls take them. */
export const lastDays = (days: number, today: string) => ({
  from: addDays(today, 1 - days),
  to: today,
  current: 'days' as const,
});

/** The same day of the next month, or the month's last when it is shorter. */
export function monthLater(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}
