import type { Consumable } from '@sweepline/contract';

/**
 * Pieces of a part that a robot uses up within some days: the present one, and every further one after a whole life. A used up part
 * counts once even without a known rate.
 */
export function piecesWithin(
  { remainingPct, usedHours, lifeHours }: Pick<Consumable, 'remainingPct' | 'usedHours' | 'lifeHours'>,
  perDay: number | null,
  days: number,
): number {
  const now = remainingPct !== null && remainingPct <= 0 ? 1 : 0;
  if (perDay === null || perDay <= 0 || usedHours === null || !lifeHours) return now;
  const hours = perDay * days;
  const left = Math.max(0, lifeHours - usedHours);
  if (hours < left) return now;
  return Math.max(now, 1 + Math.floor((hours - left) / lifeHours));
}
