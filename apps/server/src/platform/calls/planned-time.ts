import { wrongField } from './ctx.ts';

const maxAheadMs = 366 * 86_400_000;

/** Refuses a moment `at` that is past or more than a year ahead; without one something begins at once. */
export function checkPlannedTime(now: Date, at: string | undefined): void {
  if (at === undefined) return;
  const aheadMs = Date.parse(at) - now.getTime();
  if (aheadMs <= 0) throw wrongField('at', 'NOT_IN_FUTURE');
  if (aheadMs > maxAheadMs) throw wrongField('at', 'TOO_FAR_AHEAD');
}
