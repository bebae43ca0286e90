import { pages, statisticsCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { formatFigure, useFormula } from '../../../../shared/statistics/figure-kinds.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import type { BlockProps } from './block.ts';

/** The companies with the largest cleaned area of the period. */
export function CompanyRankingBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const formula = useFormula();
  const navigate = useNavigate();
  const [top, setTop] = useAddress('companies', '5');
  const { from, to } = selection.filter;
  const query = useBoardQuery(statisticsCalls.split, { ...selection.filter, by: 'company' });
  return (
    <BoardBlock
      question={t('questions.companyRanking')}
      query={query}
      emptyText={({ parts }) => (parts.length === 0 ? t('empty.ranking') : null)}
      tools={
        <Segments
          label={common('howMany')}
          value={top}
          options={['5', '10'].map((value) => ({ value, text: value }))}
          onChange={setTop}
        />
      }
    >
      {({ parts }) => {
        const best = parts.slice(0, top === '10' ? 10 : 5);
        const largest = Math.max(...best.map(({ totals }) => totals.cleanedM2 ?? 0)) || 1;
        return (
          <BarList
            label={t('questions.companyRanking')}
            rows={best.map(({ key, name, totals }) => ({
              key,
              name: name ?? common('gone'),
              share: totals.cleanedM2 === null ? null : totals.cleanedM2 / largest,
              value: (
                <Figure
                  value={formatFigure('cleanedM2', totals.cleanedM2)}
                  formula={formula('cleanedM2', totals)}
                />
              ),
              fixed: name === null,
            }))}
            onPress={(id) => void navigate(pages.boardCompanies({ from, to, parentId: id }))}
          />
        );
      }}
    </BoardBlock>
  );
}
