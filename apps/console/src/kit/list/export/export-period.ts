import { addDays } from '../../format/days.ts';

export type PeriodFault = 'missing' | 'backwards' | 'tooLong';

/** The fault of an export's days: both must be set, in order, and the last one not after the limit. */
export function periodFault(
  from: string,
  to: string,
  lastDayFrom: (from: string) => string,
): PeriodFault | null {
  if (!from || !to) return 'missing';
  if (from > to) return 'backwards';
  return to > lastDayFrom(from) ? 'tooLong' : null;
}

/** The last day of an export of a month: 31 days, which the server accepts (`maxExportMs`). */
export const lastExportDay = (from: string): string => addDays(from, 30);
