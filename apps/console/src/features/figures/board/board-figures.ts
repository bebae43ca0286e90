import { statisticsFigures, type BoardFigures } from '@sweepline/contract';
import { formatNumber, formatShare } from '../../../kit/format/format.ts';
import { figureKinds, formatFigure, type FigureKind } from '../../../shared/statistics/figure-kinds.ts';

/** Figures of the data board: those of reports, planned starts, connection, alarms and assists. */
export const boardFigureNames = [...figureKinds, 'completion', 'online', 'alarms', 'assists'] as const;
export type BoardFigureName = (typeof boardFigureNames)[number];

/** The figures of the board's tiles, in their order. */
export const tileFigureNames = [
  'cleanedM2',
  'reports',
  'workedS',
  'coverage',
  'completion',
  'online',
] as const satisfies readonly BoardFigureName[];
export type TileFigureName = (typeof tileFigureNames)[number];

export const isReportFigure = (name: BoardFigureName): name is FigureKind =>
  (statisticsFigures as readonly string[]).includes(name);

/** The value of a figure; null is unknown. */
export function valueOf(figures: BoardFigures, name: BoardFigureName): number | null {
  if (isReportFigure(name)) return figures.totals[name];
  if (name === 'completion') return figures.starts.rate;
  if (name === 'online') return figures.online.rate;
  return figures[name];
}

/** A figure in the reader's language and units. */
export function formatBoardFigure(name: BoardFigureName, value: number | null): string {
  if (isReportFigure(name)) return formatFigure(name, value);
  return name === 'completion' || name === 'online' ? formatShare(value, 1) : formatNumber(value);
}
