import type { FigureChange, StatisticsFigure } from '@sweepline/contract';

/** The figure of one part in a period: a sum, or a ratio of two sums. `known` counts the reports with the figure. */
export interface PartSum {
  key: string;
  amount: number;
  /** The divisor of a ratio; 1 for a sum. */
  divisor: number;
  known: number;
}
type Change = Omit<FigureChange, 'name'>;
export interface Changes {
  value: number | null;
  before: number | null;
  parts: Change[];
}

/** How a figure is made of sums. `empty` is its value without a report. */
export interface FigureKind {
  ratio: boolean;
  empty: 0 | null;
}
const ratios: ReadonlySet<StatisticsFigure> = new Set(['coverage', 'm2PerHour']);
export const kindOf = (figure: StatisticsFigure): FigureKind => ({
  ratio: ratios.has(figure),
  empty: figure === 'reports' ? 0 : null,
});

interface Whole {
  amount: number;
  divisor: number;
  value: number | null;
}

function wholeOf(parts: readonly PartSum[], { ratio, empty }: FigureKind): Whole {
  const sum = (of: 'amount' | 'divisor' | 'known') => parts.reduce((all, part) => all + part[of], 0);
  const [amount, divisor] = [sum('amount'), sum('divisor')];
  if (ratio) return { amount, divisor, value: divisor > 0 ? amount / divisor : null };
  return { amount, divisor: 1, value: sum('known') > 0 ? amount : empty };
}

const valueOf = (part: PartSum | undefined, { ratio, empty }: FigureKind): number | null => {
  if (!part || part.known === 0) return empty;
  if (!ratio) return part.amount;
  return part.divisor > 0 ? part.amount / part.divisor : null;
};

/**
 * The share of each part in the difference of a figure between two periods, the largest first. The shares add up to the difference. The
 * share of a part in a ratio is its distance from the mean of both ratios, weighted by its divisor: a part that becomes better and one
 * that weighs more both show. Without a value in one of the periods there is no difference and no part.
 */
export function changeOf(now: readonly PartSum[], before: readonly PartSum[], kind: FigureKind): Changes {
  const { ratio } = kind;
  const [whole, earlier] = [wholeOf(now, kind), wholeOf(before, kind)];
  const { value } = whole;
  if (value === null || earlier.value === null) return { value, before: earlier.value, parts: [] };
  const mean = (value + earlier.value) / 2;
  const shareIn = (part: PartSum | undefined, { divisor }: Whole) => {
    if (!part) return 0;
    return ratio ? (part.amount - mean * part.divisor) / divisor : part.amount;
  };
  const [ours, theirs] = [now, before].map((parts) => new Map(parts.map((part) => [part.key, part])));
  const keys = [...new Set([...now, ...before].map(({ key }) => key))];
  const parts = keys.map((key) => {
    const [part, former] = [ours!.get(key), theirs!.get(key)];
    return {
      key,
      value: valueOf(part, kind),
      before: valueOf(former, kind),
      difference: shareIn(part, whole) - shareIn(former, earlier),
    };
  });
  return {
    value,
    before: earlier.value,
    parts: parts.toSorted(
      (a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.key < b.key ? -1 : 1),
    ),
  };
}
