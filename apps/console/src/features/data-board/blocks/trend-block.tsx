import { StatisticsChart } from '../../../shared/statistics/statistics-chart.tsx';
import type { FigureKind } from '../../../shared/statistics/figure-kinds.ts';
import { periodBefore } from '../../../shared/statistics/period-before.ts';
import type { BlockProps } from './block.ts';

/** A figure over time beside the period before. */
export const TrendBlock = ({ selection, figure }: BlockProps & { figure: FigureKind }) => (
  <StatisticsChart selection={selection} figure={figure} before={periodBefore(selection.filter)} />
);
