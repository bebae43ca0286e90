import { warrantyEnd, type Warranty } from '@sweepline/contract';

/** So many calendar months later; the 31st of a month that has none is its last day. */
export function monthsAfter(moment: string, months: number): string {
  const at = new Date(moment);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return at.toISOString();
}

/** Added to the end, or to today where the warranty is out already: nobody pays for months that have passed. */
export function extendedTo(known: Warranty | null, months: number, now: Date): string {
  const end = known && warrantyEnd(known);
  const from = end && Date.parse(end) > now.getTime() ? end : now.toISOString();
  return monthsAfter(from, months);
}
