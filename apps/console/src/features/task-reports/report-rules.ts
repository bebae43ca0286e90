import type { ReportRow } from '@sweepline/contract';
import { monthLater } from '../../kit/days.ts';

type Totals = ReportRow['totals'];

/** What the reports of one page come to. A report that does not know a number takes no part in it. */
export interface PageFigures {
  cleanedM2: number | null;
  /** 0–1, of all planned square metres together: a corridor must not weigh as much as a hall. */
  coverage: number | null;
  cleaningSeconds: number | null;
  m2PerHour: number | null;
}

const sum = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((all, value) => all + value, 0) : null;
};

/** One number over another, of the reports that know both. */
function ratio(totals: readonly Totals[], over: keyof Totals, under: keyof Totals): number | null {
  const both = totals.filter((one) => one[over] !== null && one[under] !== null);
  const divisor = sum(both.map((one) => one[under]));
  const dividend = sum(both.map((one) => one[over]));
  return dividend === null || !divisor ? null : dividend / divisor;
}

export function pageFigures(totals: readonly Totals[]): PageFigures {
  const perSecond = ratio(totals, 'cleanedM2', 'cleaningSeconds');
  return {
    cleanedM2: sum(totals.map(({ cleanedM2 }) => cleanedM2)),
    coverage: ratio(totals, 'cleanedM2', 'plannedM2'),
    cleaningSeconds: sum(totals.map(({ cleaningSeconds }) => cleaningSeconds)),
    m2PerHour: perSecond === null ? null : perSecond * 3600,
  };
}

export type RangeFault = 'missing' | 'backwards' | 'tooLong';

/** Whether two days make an export: both there, in order, at most one month apart. */
export function rangeFault(from: string, to: string): RangeFault | null {
  if (!from || !to) return 'missing';
  if (from > to) return 'backwards';
  return to > monthLater(from) ? 'tooLong' : null;
}
