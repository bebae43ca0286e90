import { boardFigureCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../kit/chart/chart.tsx';
import { formatDayShort } from '../../../../kit/format/format-day.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { FigureLead } from '../figure-lead.tsx';
import { formatFigure } from '../../../../shared/statistics/figure-kinds.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { ownerOf, type BlockProps } from './block.ts';

/** Energy that robots reported for each of the last seven days. */
export function ElectricityBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const query = useBoardQuery(boardFigureCalls.electricity, ownerOf(selection));
  return (
    <BoardBlock
      question={t('questions.electricity')}
      formula={t('formulas.electricity')}
      query={query}
      emptyText={({ days }) => (days.every(({ known }) => known === 0) ? t('empty.electricity') : null)}
    >
      {({ days }) => {
        const sum = (of: 'energyWh' | 'known' | 'reports') =>
          days.reduce((all, day) => all + (day[of] ?? 0), 0);
        return (
          <>
            <FigureLead
              value={sum('energyWh')}
              format={(value) => formatFigure('energyWh', value)}
              formula={t('formulas.electricity')}
            >
              <span>
                {common('knownOf', { known: formatNumber(sum('known')), all: formatNumber(sum('reports')) })}
              </span>
            </FigureLead>
            <Chart
              small
              label={t('questions.electricity')}
              steps={days.map(({ day }) => formatDayShort(day))}
              series={[
                { name: common('names.energyWh'), values: days.map((day) => day.energyWh), look: 'bar' },
              ]}
              format={(value) => formatFigure('energyWh', value)}
            />
          </>
        );
      }}
    </BoardBlock>
  );
}
