import { currentLocale } from './lang.ts';
import { weekStart } from './reader.ts';

/** Formats in UTC, because a day has no zone: in the reader's zone it could become the day before or after. */
const written = (ms: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' }).format(ms);
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A day, `2030-01-31`, in the reader's language. */
export const formatDay = (day: string) => written(midnight(day), { dateStyle: 'medium' });

/** A day with its weekday, for a clock. */
export const formatDayLong = (day: string) => written(midnight(day), { dateStyle: 'full' });

/** A day without its year, and the month of a day, for the axis of a chart. */
export const formatDayShort = (day: string) => written(midnight(day), { month: 'numeric', day: 'numeric' });
export const formatMonthShort = (day: string) => written(midnight(day), { year: 'numeric', month: 'short' });

/** The name of a weekday, 1 for Monday: the first of January 2024 was one. */
export const formatWeekday = (weekday: number, width: 'long' | 'short' = 'long') =>
  written(Date.UTC(2024, 0, weekday), { weekday: width });

/** The short name of a month, 0 for January. */
export const formatMonthName = (month: number) => written(Date.UTC(2024, month), { month: 'short' });

/** The weekdays in the reader's order. */
export const weekdays = (): number[] => Array.from({ length: 7 }, (_, n) => ((n + weekStart() - 1) % 7) + 1);
