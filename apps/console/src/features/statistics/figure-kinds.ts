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

/** What is looked at, in this order. */
export const shownFigures = [
  'cleanedM2',
  'workedS',
  'coverage',
  'm2PerHour',
  'waterL',
  'energyWh',
  'reports',
] as const satisfies readonly StatisticsFigure[];
export type ShownFigure = (typeof shownFigures)[number];

/** A fleet's sums are hours and kilowatt-hours. */
const formatHours = (seconds: number | null) =>
  seconds === null ? unknown : `${formatNumber(seconds / 3600, seconds < 360_000 ? 1 : 0)} h`;
const formatKwh = (wh: number | null) =>
  wh === null ? unknown : `${formatNumber(wh / 1000, wh < 100_000 ? 1 : 0)} kWh`;

const formats: Record<ShownFigure, (value: number | null) => string> = {
  cleanedM2: formatArea,
  workedS: formatHours,
  coverage: (value) => formatShare(value, 1),
  m2PerHour: formatRate,
  waterL: formatLitres,
  energyWh: formatKwh,
  reports: (value) => formatNumber(value),
};

export const formatFigure = (figure: ShownFigure, value: number | null) => formats[figure](value);

/** Sums are bars; what is a share or a rate is a line, whose height from nothing says little. */
export const lookOf = (figure: ShownFigure) =>
  figure === 'coverage' || figure === 'm2PerHour' ? ('line' as const) : ('bar' as const);

/** The figure named in the address, or the first. */
export const figureNamed = (name: string): ShownFigure =>
  shownFigures.find((figure) => figure === name) ?? 'cleanedM2';

/** How a figure was computed, and of how many reports: what nobody measured is left out and said. */
export function useFormula() {
  const { t } = useTranslation('statistics');
  return (figure: ShownFigure, totals: StatisticsTotals) => {
    const known = figure === 'reports' ? totals.reports : totals.known[figure];
    const all = totals.reports - (figure === 'reports' ? 0 : totals.leftOut);
    const parts = [t(`formulas.${figure}`)];
    if (known < all) parts.push(t('knownOf', { known: formatNumber(known), all: formatNumber(all) }));
    return parts.join(' ');
  };
}
