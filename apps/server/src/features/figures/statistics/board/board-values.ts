import type { BoardFigures, OnlineTotals, StartTotals } from '@sweepline/contract';
import { columns, totalsOf, type Sums } from '../../../../entities/figures/figure-sums.ts';

const startColumns = ['due', 'done', 'partial', 'failed', 'missed', 'open'] as const;
export type StartSums = Record<(typeof startColumns)[number], number>;
const onlineColumns = ['onlineMs', 'sleepMs', 'boundMs'] as const;
export type OnlineSums = Record<(typeof onlineColumns)[number], number>;

/** All sums of one company, site or robot. They are whole numbers, so parts add up exactly. */
export interface BoardSums {
  reports: Sums;
  starts: StartSums;
  online: OnlineSums;
  alarms: number;
  assists: number;
}

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

export const noSums = (): BoardSums => ({
  reports: zeros(columns.map(({ name }) => name)),
  starts: zeros(startColumns),
  online: zeros(onlineColumns),
  alarms: 0,
  assists: 0,
});

export const addEach = <K extends string>(a: Record<K, number>, b: Record<K, number>): Record<K, number> => {
  const keys = Object.keys(a) as K[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as Record<K, number>;
};

export const addSums = (a: BoardSums, b: BoardSums): BoardSums => ({
  reports: addEach(a.reports, b.reports),
  starts: addEach(a.starts, b.starts),
  online: addEach(a.online, b.online),
  alarms: a.alarms + b.alarms,
  assists: a.assists + b.assists,
});

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null);

export const startTotalsOf = ({ due, done, partial, failed, missed, open }: StartSums): StartTotals => ({
  due,
  done,
  partial,
  failed,
  missed,
  open,
  rate: ratio(done, done + partial + failed + missed),
});

export const onlineTotalsOf = ({ onlineMs, sleepMs, boundMs }: OnlineSums): OnlineTotals => ({
  onlineS: onlineMs / 1e3,
  sleepS: sleepMs / 1e3,
  boundS: boundMs / 1e3,
  rate: ratio(onlineMs, boundMs),
});

/** The sums in the units of the contract. */
export const boardFiguresOf = ({ reports, starts, online, alarms, assists }: BoardSums): BoardFigures => ({
  totals: totalsOf(reports),
  starts: startTotalsOf(starts),
  online: onlineTotalsOf(online),
  alarms,
  assists,
});
