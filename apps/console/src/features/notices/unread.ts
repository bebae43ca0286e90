import { formatNumber } from '../../kit/format/format.ts';

const mostShown = 99;

/** A count as the badges show it. */
export const shownCount = (count: number): string =>
  count > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(count);
