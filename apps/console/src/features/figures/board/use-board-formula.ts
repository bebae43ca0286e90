import type { BoardFigures } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { useFormula } from '../../../shared/statistics/figure-kinds.ts';
import { isReportFigure, type BoardFigureName } from './board-figures.ts';

/** The formula of a figure, with the counts behind it where they tell more. */
export function useBoardFormula() {
  const { t } = useTranslation('figures/board');
  const ofReports = useFormula();
  return (name: BoardFigureName, { totals, starts }: BoardFigures): string => {
    if (isReportFigure(name)) return ofReports(name, totals);
    if (name !== 'completion') return t(`formulas.${name}`);
    const counts = t('startsOf', { done: formatNumber(starts.done), due: formatNumber(starts.due) });
    return `${t('formulas.completion')} ${counts}`;
  };
}
