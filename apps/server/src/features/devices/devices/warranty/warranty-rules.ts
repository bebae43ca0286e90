import { warrantyEnd, type Warranty } from '@sweepline/contract';

/** Adds calendar months. A day that the month does not have becomes its last day. */
export function monthsAfter(moment: string, months: number): string {
  const at = new Date(moment);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return at.toISOString();
}

/** Extends from the end of the warranty, or from today if it has ended: past months are not charged. */
export function extendedTo(current: Warranty | null, months: number, now: Date): string {
  const end = current && warrantyEnd(current);
  const from = end && Date.parse(end) > now.getTime() ? end : now.toISOString();
  return monthsAfter(from, months);
}
