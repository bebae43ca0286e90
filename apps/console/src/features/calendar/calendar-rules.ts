import type { PlannedStart } from '@sweepline/contract';
import { clockAt, laterDate } from '@sweepline/contract/robot';
import { periodStart } from '../../kit/format/days.ts';

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
/** A block of a few minutes keeps the size of a touch target. */
const minShownMin = 30;

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

export interface Placed {
  start: PlannedStart;
  from: number;
  to: number;
  /** The position among blocks side by side. */
  lane: number;
  lanes: number;
}

/** The actual duration where it is known, else the planned one. */
const lengthOf = ({ startedAt, endedAt, minutes }: PlannedStart) =>
  startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000 : minutes;

/** Blocks of one column; those that overlap stand side by side. */
export function layoutBlocks(starts: readonly PlannedStart[], zone: string): Placed[] {
  const blocks = starts
    .map((start): Placed => {
      const from = placeOf(start.dueAt, zone).minute;
      return { start, from, to: Math.min(dayMin, from + lengthOf(start)), lane: 0, lanes: 1 };
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  let group: Placed[] = [];
  let groupEnd = -1;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const block of group) block.lanes = lanes;
  };
  for (const block of blocks) {
    const shownTo = Math.max(block.to, block.from + minShownMin);
    if (block.from >= groupEnd) {
      close();
      group = [];
    }
    const busy = new Set(
      group.filter((it) => Math.max(it.to, it.from + minShownMin) > block.from).map(({ lane }) => lane),
    );
    while (busy.has(block.lane)) block.lane++;
    group.push(block);
    groupEnd = Math.max(groupEnd, shownTo);
  }
  close();
  return blocks;
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

/** The day of the previous or next step of a view. */
export function stepDate(view: View, day: string, by: 1 | -1): string {
  if (view === 'week') return laterDate(day, 7 * by);
  if (view !== 'month') return laterDate(day, by);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** In the past, so that it cannot be planned any more. */
export const isPast = ({ state }: PlannedStart) => state !== 'PLANNED' && state !== 'SKIPPED';
