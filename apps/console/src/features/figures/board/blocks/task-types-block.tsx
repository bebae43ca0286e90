import { boardKindCalls, statisticsCalls } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { daysOf, type BlockProps } from './block.ts';

const splits = ['mode', 'kind'] as const;

/** How the runs of the period are distributed over cleaning modes, or over kinds of run. */
export function TaskTypesBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const [chosen, choose] = useAddress('types', 'mode');
  const split = chosen === 'kind' ? 'kind' : 'mode';
  const tools = (
    <Segments
      label={t('questions.taskTypes')}
      value={split}
      options={splits.map((value) => ({ value, text: t(`types.${value}`) }))}
      onChange={choose}
    />
  );
  const Content = split === 'kind' ? Kinds : Modes;
  return <Content selection={selection} tools={tools} />;
}

type ContentProps = BlockProps & { tools: ReactNode };

function Modes({ selection, tools }: ContentProps) {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const { word } = useWords();
  const query = useBoardQuery(statisticsCalls.details, selection.filter);
  const nameOf = (key: string) =>
    key === 'MIXED' ? common('mixed') : key === '' ? common('noMode') : word('cleaningMode', key);
  return (
    <BoardBlock
      question={t('questions.taskTypes')}
      tools={tools}
      query={query}
      emptyText={({ modes }) => (modes.length === 0 ? t('empty.runs') : null)}
    >
      {({ modes }) => (
        <Distribution
          rows={modes.map(({ key, totals }) => ({
            key,
            name: nameOf(key),
            runs: totals.reports,
            fixed: key === '' || key === 'MIXED',
          }))}
          onPress={(mode) => selection.set({ mode })}
        />
      )}
    </BoardBlock>
  );
}

function Kinds({ selection, tools }: ContentProps) {
  const { t } = useTranslation('figures/board');
  const query = useBoardQuery(boardKindCalls.kinds, daysOf(selection));
  return (
    <BoardBlock
      question={t('questions.taskTypes')}
      tools={tools}
      query={query}
      emptyText={({ kinds }) => (kinds.every(({ runs }) => runs === 0) ? t('empty.runs') : null)}
    >
      {({ kinds }) => (
        <Distribution
          rows={kinds.map(({ kind, runs }) => ({
            key: kind,
            name: t(`runKinds.${kind}`),
            runs,
            fixed: true,
          }))}
          onPress={() => {}}
        />
      )}
    </BoardBlock>
  );
}

interface DistributionProps {
  rows: readonly { key: string; name: string; runs: number; fixed: boolean }[];
  onPress: (key: string) => void;
}

function Distribution({ rows, onPress }: DistributionProps) {
  const { t } = useTranslation('figures/board');
  const all = rows.reduce((sum, { runs }) => sum + runs, 0) || 1;
  return (
    <BarList
      label={t('questions.taskTypes')}
      rows={rows
        .toSorted((a, b) => b.runs - a.runs)
        .map(({ runs, ...row }) => ({
          ...row,
          share: runs / all,
          value: `${formatNumber(runs)} · ${formatShare(runs / all)}`,
        }))}
      onPress={onPress}
    />
  );
}
