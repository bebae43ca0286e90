import type { boardFigureCalls, Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { boardFigureNames } from '../board-figures.ts';
import { FigureCell } from '../figure-cell.tsx';
import { useFigureName } from '../use-figure-name.ts';

/** The figures of a company with everything below it. */
export function CompanySum({ sum }: { sum: Output<(typeof boardFigureCalls)['companies']>['sum'] }) {
  const { t } = useTranslation('figures/board');
  const nameOf = useFigureName();
  return (
    <dl className="board-sum" aria-label={t('sum')}>
      <div>
        <dt>{t('columns.robotsInUse')}</dt>
        <dd>
          <Figure value={formatNumber(sum.robots)} formula={t('formulas.robotsInUse')} />
        </dd>
      </div>
      {boardFigureNames.map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <FigureCell name={name} figures={sum.figures} before={sum.before} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
