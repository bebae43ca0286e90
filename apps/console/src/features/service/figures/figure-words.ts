import type { WorkOrderFigures } from '@sweepline/contract';
import { repeatDays } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber, formatShare, unknown } from '../../../kit/format/format.ts';

export const figureNames = [
  'respond',
  'dispatch',
  'repair',
  'betweenFaults',
  'firstTimeFix',
  'repeated',
  'withinLevel',
  'rating',
] as const;
export type FigureName = (typeof figureNames)[number];

/** A figure as a number; null is unknown. */
export function valueOf(figures: WorkOrderFigures, name: FigureName): number | null {
  if (name === 'respond' || name === 'dispatch') return figures[name].median;
  if (name === 'repair') return figures.repair.mean;
  if (name === 'betweenFaults') return figures.daysBetweenFaults;
  return name === 'rating' ? figures.rating.mean : figures[name].share;
}

const times: readonly FigureName[] = ['respond', 'dispatch', 'repair'];
const shares: readonly FigureName[] = ['firstTimeFix', 'repeated', 'withinLevel'];

/** Figures of work orders in words. */
export function useFigureWords() {
  const { t } = useTranslation('service/figures');
  const format = (name: FigureName, value: number | null): string => {
    if (value === null) return unknown;
    if (times.includes(name)) return formatDuration(value);
    if (shares.includes(name)) return formatShare(value);
    const digits = formatNumber(value, 1);
    return name === 'rating' ? t('ofFive', { rating: digits }) : t('days', { days: digits });
  };
  const formulaOf = (figures: WorkOrderFigures, name: FigureName): string => {
    if (name === 'respond' || name === 'dispatch' || name === 'repair') {
      const { orders, mean, median, p90 } = figures[name];
      const values = { mean: formatDuration(mean), median: formatDuration(median), p90: formatDuration(p90) };
      return t(`formulas.${name}`, { ...values, orders: formatNumber(orders) });
    }
    if (name === 'betweenFaults')
      return t('formulas.betweenFaults', {
        days: formatNumber(figures.robotDays, 1),
        faults: formatNumber(figures.faults),
      });
    if (name === 'rating') return t('formulas.rating', { orders: formatNumber(figures.rating.count) });
    const { met, of } = figures[name];
    return t(`formulas.${name}`, { met: formatNumber(met), of: formatNumber(of), repeatDays });
  };
  return { format, formulaOf, nameOf: (name: FigureName) => t(`names.${name}`) };
}
