import { statisticsCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../../kit/chart/bar-list.tsx';
import { formatNumber, formatShare } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import type { BlockProps } from './block.ts';

/** How the runs of the period are distributed over the cleaning modes. A press filters the page to one. */
export function TaskTypesBlock({ selection }: BlockProps) {
  const { t } = useTranslation('data-board');
  const { t: common } = useTranslation('statistics');
  const { word } = useWords();
  const query = useBoardQuery(statisticsCalls.details, selection.filter);
  const nameOf = (key: string) =>
    key === 'MIXED' ? common('mixed') : key === '' ? common('noMode') : word('cleaningMode', key);
  return (
    <BoardBlock
      question={t('questions.taskTypes')}
      query={query}
      emptyText={({ modes }) => (modes.length === 0 ? t('empty.runs') : null)}
    >
      {({ modes }) => {
        const all = modes.reduce((sum, { totals }) => sum + totals.reports, 0);
        return (
          <BarList
            label={t('questions.taskTypes')}
            rows={modes
              .toSorted((a, b) => b.totals.reports - a.totals.reports)
              .map(({ key, totals: { reports } }) => ({
                key,
                name: nameOf(key),
                share: reports / all,
                value: `${formatNumber(reports)} · ${formatShare(reports / all)}`,
                fixed: key === '' || key === 'MIXED',
              }))}
            onPress={(mode) => selection.set({ mode })}
          />
        );
      }}
    </BoardBlock>
  );
}
