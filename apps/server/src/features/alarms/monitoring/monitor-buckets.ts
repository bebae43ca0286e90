import type { monitorRanges } from '@sweepline/contract';
import { dateAt, laterDate, momentOf, weekdayOf } from '@sweepline/contract/robot';

type MonitorRange = (typeof monitorRanges)[number];

const hourMs = 3_600_000;

/** The first day of the month of a date, some months later. */
function monthStart(date: string, months: number): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

function firstDay(range: MonitorRange, today: string, weekStart: number): string {
  if (range === 'month') return `${today.slice(0, 7)}-01`;
  if (range === 'year') return `${today.slice(0, 4)}-01-01`;
  const daysIntoWeek = (weekdayOf(today) - weekStart + 7) % 7;
  return range === 'week' ? laterDate(today, -daysIntoWeek) : today;
}

/** The starts of the days or months of a range up to today, and the start of the next one. */
function datesOf(range: MonitorRange, today: string, weekStart: number): string[] {
  const dates = [firstDay(range, today, weekStart)];
  while (dates.at(-1)! <= today)
    dates.push(range === 'year' ? monthStart(dates.at(-1)!, 1) : laterDate(dates.at(-1)!, 1));
  return dates;
}

/**
 * The edges of the steps of a range in a zone, up to the step of `now`: hours of today, days of a week or a month, months of a year.
 * The last edge ends the last step. A day with a clock change has 23 or 25 hours, and its step is as much shorter or longer.
 */
export function monitorEdges(range: MonitorRange, now: Date, zone: string, weekStart: number): number[] {
  const today = dateAt(now.getTime(), zone);
  const edges = datesOf(range, today, weekStart).map((date) => momentOf(date, '00:00', zone));
  if (range !== 'today') return edges;
  const [start = 0, end = 0] = edges;
  const hours: number[] = [];
  for (let ms = start; ms < end && ms <= now.getTime(); ms += hourMs) hours.push(ms);
  return [...hours, Math.min(end, hours.at(-1)! + hourMs)];
}
