import type { Output, statisticsCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../kit/ui/figure.tsx';
import { changeOf, formatChange } from '../../kit/format/format-change.ts';
import { formatFigure, figureKinds, useFormula, type FigureKind } from './figure-kinds.ts';

interface Props {
  answer: Output<typeof statisticsCalls.index>;
  chosen: FigureKind;
  onChoose: (figure: FigureKind) => void;
}

/** Figures of the period with their change to the previous one. A click selects the figure of the charts. */
export function StatisticsFigures({ answer: { totals, before }, chosen, onChoose }: Props) {
  const { t } = useTranslation('statistics');
  const formula = useFormula();
  return (
    <section className="statistics-figures" aria-label={t('figures')}>
      {figureKinds.map((figure) => {
        const change = changeOf(totals[figure], before.totals[figure]);
        return (
          <button
            key={figure}
            type="button"
            aria-pressed={figure === chosen}
            onClick={() => onChoose(figure)}
          >
            <span>{t(`names.${figure}`)}</span>
            <strong>
              <Figure value={formatFigure(figure, totals[figure])} formula={formula(figure, totals)} />
            </strong>
            <small title={t('beforeWas', { value: formatFigure(figure, before.totals[figure]) })}>
              {change === null ? t('noBefore') : t('change', { change: formatChange(change) })}
            </small>
          </button>
        );
      })}
    </section>
  );
}
