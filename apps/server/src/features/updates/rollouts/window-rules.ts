import type { UpdateWindow } from '@sweepline/contract';
import { clockAt, dateAt, laterDate, momentOf } from '@sweepline/contract/robot';

/** Whether a window is open at a clock time, `HH:MM`. It may pass midnight. */
export const isInWindow = ({ from, to }: UpdateWindow, clock: string): boolean =>
  from < to ? clock >= from && clock < to : clock >= from || clock < to;

/** The first moment from now on at which a window is open in a time zone. */
export function opensAt(window: UpdateWindow, zone: string, nowMs: number): number {
  if (isInWindow(window, clockAt(nowMs, zone).slice(11))) return nowMs;
  const today = dateAt(nowMs, zone);
  const todayMs = momentOf(today, window.from, zone);
  return todayMs > nowMs ? todayMs : momentOf(laterDate(today, 1), window.from, zone);
}

/** SQL: the window from `from` to `to` is open at a local time, both texts. */
export const inWindowSql = (from: string, to: string, local: string): string =>
  `(case when ${from} < ${to} then to_char(${local}, 'HH24:MI') >= ${from} and to_char(${local}, 'HH24:MI') < ${to}
    else to_char(${local}, 'HH24:MI') >= ${from} or to_char(${local}, 'HH24:MI') < ${to} end)`;
