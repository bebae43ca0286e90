import { formatShare } from './format.ts';

/** A relative change, 0.2 for a fifth more: `+20%`, `−3.3%`, `±0%`. */
export function formatChange(change: number): string {
  const rounded = Math.round(Math.abs(change) * 1000) / 1000;
  return `${rounded === 0 ? '±' : change > 0 ? '+' : '−'}${formatShare(rounded, 1)}`;
}

/** The change from an earlier value; null if the change of one of them has no meaning. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : now / before - 1;
