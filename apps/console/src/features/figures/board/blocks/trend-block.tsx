import type { StatisticsStep } from '@sweepline/contract';
import type { FigureKind } from '../../../../shared/statistics/figure-kinds.ts';
import { StatisticsChart } from '../../../../shared/statistics/statistics-chart.tsx';
import { useBoardTargets } from '../use-board-targets.ts';
import type { BlockProps } from './block.ts';

const weeksIn: Record<StatisticsStep, number> = { day: 1 / 7, week: 1, month: 365.2425 / 12 / 7 };

/** A figure over time beside the period before. */
export const TrendBlock = ({ selection, figure }: BlockProps & { figure: FigureKind }) => (
  <StatisticsChart selection={selection} figure={figure} />
);

/** The cleaned area over time, with the target of the chosen sites. */
export function AreaBlock({ selection }: BlockProps) {
  const { areaM2PerWeek } = useBoardTargets(selection);
  return (
    <StatisticsChart
      selection={selection}
      figure="cleanedM2"
      target={areaM2PerWeek === null ? null : areaM2PerWeek * weeksIn[selection.step]}
    />
  );
}
