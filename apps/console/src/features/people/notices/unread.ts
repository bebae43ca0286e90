import { formatNumber } from '../../../kit/format/format.ts';

const maxCount = 99;

/** The text of a count in a badge. */
export const badgeText = (count: number): string =>
  count > maxCount ? `${formatNumber(maxCount)}+` : formatNumber(count);
