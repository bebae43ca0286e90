import { boardFigureCalls, statisticsCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weekStart } from '../../../../kit/format/reader.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useFormula } from '../../../../shared/statistics/figure-kinds.ts';
import { isReportFigure, tileFigureNames, type TileFigureName } from '../board-figures.ts';
import { FigureDialog } from '../figure-dialog.tsx';
import { FigureTile, type TileFigure } from '../figure-tile.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { daysOf, type BlockProps } from './block.ts';

/** The six figures of the period with their course and their change. Each opens what is behind it. */
export function FiguresBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const formula = useFormula();
  const [asked, ask] = useState<TileFigureName>();
  const days = daysOf(selection);
  const { step } = selection;
  const index = useBoardQuery(statisticsCalls.index, selection.filter);
  const chart = useBoardQuery(statisticsCalls.chart, { ...selection.filter, step, weekStart: weekStart() });
  const completion = useBoardQuery(boardFigureCalls.completion, days);
  const online = useBoardQuery(boardFigureCalls.online, { ...days, step });
  const failed = index.error && !index.data ? index : undefined;
  if (failed?.error) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!index.data) return <Skeleton lines={3} />;
  const { totals, before } = index.data;

  const figureOf = (name: TileFigureName): TileFigure => {
    if (isReportFigure(name))
      return {
        name,
        value: totals[name],
        before: before.totals[name],
        points: chart.data?.points.map((point) => ({ day: point.day, value: point.totals[name] })) ?? [],
        formula: formula(name, totals),
      };
    const answer = name === 'completion' ? completion.data : online.data;
    return {
      name,
      value: answer?.totals.rate ?? null,
      before: answer?.before.totals.rate ?? null,
      points: answer?.points.map(({ day, totals: { rate } }) => ({ day, value: rate })) ?? [],
      formula: t(`formulas.${name}`),
    };
  };

  return (
    <section className="board-tiles" aria-label={t('questions.figures')}>
      {tileFigureNames.map((name) => (
        <FigureTile key={name} figure={figureOf(name)} onPress={() => ask(name)} />
      ))}
      {asked && (
        <FigureDialog figure={figureOf(asked)} selection={selection} onClose={() => ask(undefined)} />
      )}
    </section>
  );
}
