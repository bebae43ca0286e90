import type { StatisticsFigure, StatisticsTotals } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import {
  formatArea,
  formatLitres,
  formatNumber,
  formatRate,
  formatShare,
  unknown,
} from '../../kit/format/format.ts';
import { formatHours } from '../../kit/format/format-hours.ts';

/** The figures of the page, in this order. */
export const figureKinds = [
  'cleanedM2',
  'workedS',
  'coverage',
  'm2PerHour',
  'waterL',
  'energyWh',
  'reports',
] as const satisfies readonly StatisticsFigure[];
export type FigureKind = (typeof figureKinds)[number];

/** Sums of a fleet are formatted in hours and kilowatt-hours. */
const formatKwh = (wh: number | null) =>
  wh === null ? unknown : `${formatNumber(wh / 1000, wh < 100_000 ? 1 : 0)} kWh`;

const formats: Record<FigureKind, (value: number | null) => string> = {
  cleanedM2: formatArea,
  workedS: formatHours,
  coverage: (value) => formatShare(value, 1),
  m2PerHour: formatRate,
  waterL: formatLitres,
  energyWh: formatKwh,
  reports: (value) => formatNumber(value),
};

export const formatFigure = (figure: FigureKind, value: number | null) => formats[figure](value);

/** Sums are bars. Shares and rates are lines, because their distance from zero means little. */
export const chartTypeOf = (figure: FigureKind) =>
  figure === 'coverage' || figure === 'm2PerHour' ? ('line' as const) : ('bar' as const);

/** The figure in the address, or the first one. */
export const figureFromAddress = (name: string): FigureKind =>
  figureKinds.find((figure) => figure === name) ?? 'cleanedM2';

/** The formula of a figure. It names the number of measured reports if some have no value. */
export function useFormula() {
  const { t } = useTranslation('statistics');
  return (figure: FigureKind, totals: StatisticsTotals) => {
    const measured = figure === 'reports' ? totals.reports : totals.known[figure];
    const all = totals.reports - (figure === 'reports' ? 0 : totals.leftOut);
    const { cleaningS, workedS } = totals;
    const parts = [
      figure === 'm2PerHour' && cleaningS !== null
        ? t('formulas.rateOf', { cleaning: formatHours(cleaningS), worked: formatHours(workedS) })
        : t(`formulas.${figure}`),
    ];
    if (measured < all) parts.push(t('knownOf', { known: formatNumber(measured), all: formatNumber(all) }));
    return parts.join(' ');
  };
}
