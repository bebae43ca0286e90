import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isReportFigure, type BoardFigureName } from './board-figures.ts';

/** The name of a figure. Figures of reports have the names of the insights page. */
export function useFigureName() {
  const { t } = useTranslation('figures/board');
  const { t: statistics } = useTranslation('statistics');
  return useCallback(
    (name: BoardFigureName): string =>
      isReportFigure(name) ? statistics(`names.${name}`) : t(`names.${name}`),
    [t, statistics],
  );
}
