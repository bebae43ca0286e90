import type { PlannedStart } from '@sweepline/contract';
import { clockAt, laterDate } from '@sweepline/contract/robot';
import { periodStart } from '../../../kit/format/days.ts';

export const views = ['month', 'week', 'day', 'robots'] as const;
export type View = (typeof views)[number];

/** A day of the grid, or one robot's day. */
export interface GridColumn {
  key: string;
  date: string;
  deviceId: string | null;
  title: string;
  sub: string;
}

/** Minutes by which a pointer or a key moves a plan. */
export const stepMin = 15;
export const dayMin = 24 * 60;

const usualMinute = 8 * 60;

export const snap = (minutes: number) => Math.round(minutes / stepMin) * stepMin;
export const clamp = (minutes: number, low: number, high: number) => Math.min(high, Math.max(low, minutes));

/** `07:45` of minutes since midnight. */
export const clockOf = (minutes: number) => {
  const whole = clamp(minutes, 0, dayMin - 1);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
};
export const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Day and minute of a moment in a time zone. */
export function placeOf(at: string, zone: string): { date: string; minute: number } {
  const [date = '', clock = ''] = clockAt(Date.parse(at), zone).split('T');
  return { date, minute: minutesOf(clock) };
}

/** The days a view shows: whole weeks for the month, seven, or one. */
export function daysOf(view: View, day: string, firstOfWeek: number): string[] {
  if (view === 'day' || view === 'robots') return [day];
  const first = periodStart('week', view === 'month' ? periodStart('month', day) : day, firstOfWeek);
  if (view === 'week') return Array.from({ length: 7 }, (_, i) => laterDate(first, i));
  const month = day.slice(0, 7);
  const all = Array.from({ length: 42 }, (_, i) => laterDate(first, i));
  return all.filter((_, i) => i < 35 || (all[i - (i % 7)] ?? '').startsWith(month));
}

/** The first and the last day of the displayed period; those around a month only fill its grid. */
export function periodOf(view: View, day: string, days: readonly string[]): { from: string; to: string } {
  const own = view === 'month' ? days.filter((it) => it.startsWith(day.slice(0, 7))) : days;
  return { from: own[0] ?? day, to: own.at(-1) ?? day };
}

/** The day of the previous or next step of a view. */
export function stepDate(view: View, day: string, by: 1 | -1): string {
  if (view === 'week') return laterDate(day, 7 * by);
  if (view !== 'month') return laterDate(day, by);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** In the past, so that it cannot be planned any more. */
export const isPast = ({ state }: PlannedStart) => state !== 'PLANNED' && state !== 'SKIPPED';

/** The first time to propose for a plan: 08:00, on the present day the next full hour, never one that is past. */
export function proposedStart(days: readonly string[], now: { date: string; minute: number }) {
  const date = days.includes(now.date) ? now.date : (days.find((day) => day > now.date) ?? now.date);
  if (date > now.date) return { date, minute: usualMinute };
  const nextHour = (Math.floor(now.minute / 60) + 1) * 60;
  return nextHour < dayMin
    ? { date, minute: Math.max(nextHour, usualMinute) }
    : { date: laterDate(date, 1), minute: usualMinute };
}
