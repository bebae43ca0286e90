import { csvLine, csvMark, statisticsCalls, statisticsSteps, type StatisticsStep } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chart } from '../../kit/chart/chart.tsx';
import { addDays, monthLater, periodStart } from '../../kit/format/days.ts';
import { Failure } from '../../kit/ui/failure.tsx';
import { formatDay, formatDayShort, formatMonthShort } from '../../kit/format/format-day.ts';
import { weekStart } from '../../kit/format/reader.ts';
import { saveFile } from '../../kit/api/save-file.ts';
import { Segments } from '../../kit/ui/segments.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { formatFigure, chartTypeOf, figureKinds, type FigureKind } from './figure-kinds.ts';
import type { PeriodSelection } from './use-period.ts';

const maxSteps = 400;

/** All steps of the period, including those without a report. */
function stepsOf(from: string, to: string, step: StatisticsStep): string[] {
  const steps: string[] = [];
  let day = step === 'day' ? from : periodStart(step, from, weekStart());
  while (day <= to && steps.length < maxSteps) {
    steps.push(day);
    day = step === 'month' ? monthLater(day) : addDays(day, step === 'week' ? 7 : 1);
  }
  return steps;
}

interface Props {
  selection: PeriodSelection;
  figure: FigureKind;
  /** The target of one step, drawn as a line. */
  target?: number | null;
}

/** Chart of a figure over time, with the previous period for comparison. */
export function StatisticsChart({ selection: { filter, step, set }, figure, target }: Props) {
  const { t } = useTranslation('statistics');
  const read = (before: boolean) => ({
    ...callQuery(statisticsCalls.chart, { ...filter, step, weekStart: weekStart(), before }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const current = useQuery(read(false));
  const previous = useQuery(read(true));
  if (current.error && !current.data)
    return <Failure error={current.error} onRetry={() => void current.refetch()} />;
  if (!current.data) return <Skeleton lines={8} />;
  const { from, to } = current.data;
  const steps = stepsOf(from, to, step);
  const inOneYear = from.slice(0, 4) === to.slice(0, 4);
  const formatStep = step === 'month' ? formatMonthShort : inOneYear ? formatDayShort : formatDay;
  const before = previous.data;
  const earlierSteps = before ? stepsOf(before.from, before.to, step) : [];
  const valuesOf = (days: readonly string[], points: typeof current.data.points = []) => {
    const byDay = new Map(points.map(({ day, totals }) => [day, totals[figure]]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  const series = [
    {
      name: t('thisPeriod'),
      values: valuesOf(steps, current.data.points),
      look: chartTypeOf(figure),
      tone: 'brand' as const,
    },
    {
      name: t('periodBefore'),
      note: before && `${formatDay(before.from)} – ${formatDay(before.to)}`,
      values: steps.map((_day, index) => valuesOf(earlierSteps, before?.points)[index] ?? null),
      look: 'line' as const,
      tone: 'quiet' as const,
    },
    ...(target
      ? [
          {
            name: t('target'),
            values: steps.map(() => target),
            look: 'line' as const,
            tone: 'waiting' as const,
          },
        ]
      : []),
  ];
  const save = () => {
    const { points } = current.data;
    const rows = [
      ['day', ...figureKinds],
      ...points.map(({ day, totals }) => [day, ...figureKinds.map((kind) => totals[kind] ?? '')]),
    ];
    saveFile(new Blob([csvMark, ...rows.map(csvLine)], { type: 'text/csv' }), `statistics-${from}-${to}.csv`);
  };
  return (
    <section className="statistics-main" aria-label={t(`questions.${figure}`)}>
      <header>
        <h2>{t(`questions.${figure}`)}</h2>
        <Segments
          label={t('step')}
          value={step}
          options={statisticsSteps.map((value) => ({ value, text: t(`steps.${value}`) }))}
          onChange={(value) => set({ step: value })}
        />
        <Button icon="download" look="quiet" aria-label={t('save')} title={t('save')} onClick={save} />
      </header>
      <Chart
        label={t(`questions.${figure}`)}
        steps={steps.map((day) => formatStep(day))}
        series={series}
        format={(value) => formatFigure(figure, value)}
      />
    </section>
  );
}
