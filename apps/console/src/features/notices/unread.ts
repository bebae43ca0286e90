import { formatNumber } from '../../kit/format/format.ts';

const maxShown = 99;

/** A count as the badges show it. */
export const shownCount = (count: number): string =>
  count > maxShown ? `${formatNumber(maxShown)}+` : formatNumber(count);
