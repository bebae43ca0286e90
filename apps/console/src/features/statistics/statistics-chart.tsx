import { statisticsCalls, statisticsSteps, type StatisticsStep } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chart } from '../../kit/chart/chart.tsx';
import { addDays, monthLater, periodStart } from '../../kit/format/days.ts';
import { Failure } from '../../kit/ui/failure.tsx';
import { formatDay, formatDayShort, formatMonthShort } from '../../kit/format/format-day.ts';
import { weekStart } from '../../kit/format/reader.ts';
import { saveFile } from '../../kit/api/save-file.ts';
import { Segments } from '../../kit/ui/segments.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { formatFigure, lookOf, shownFigures, type ShownFigure } from './figure-kinds.ts';
import type { usePeriod } from './use-period.ts';

const most = 400;

/** Every step of the period, also those without a report. */
function stepsOf(from: string, to: string, step: StatisticsStep): string[] {
  const steps: string[] = [];
  let day = step === 'day' ? from : periodStart(step, from, weekStart());
  while (day <= to && steps.length < most) {
    steps.push(day);
    day = step === 'month' ? monthLater(day) : addDays(day, step === 'week' ? 7 : 1);
  }
  return steps;
}

interface Props {
  look: ReturnType<typeof usePeriod>;
  figure: ShownFigure;
  before: { from: string; to: string };
}

/** One figure along time, with the period before it behind. */
export function StatisticsChart({ look: { filter, step, set }, figure, before }: Props) {
  const { t } = useTranslation('statistics');
  const read = (days: { from: string; to: string }) => ({
    ...reading(statisticsCalls.chart, { ...filter, ...days, step, weekStart: weekStart() }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const now = useQuery(read({ from: filter.from, to: filter.to }));
  const earlier = useQuery(read({ from: before.from, to: before.to }));
  if (now.error && !now.data) return <Failure error={now.error} onRetry={() => void now.refetch()} />;
  if (!now.data) return <Skeleton lines={8} />;
  const steps = stepsOf(filter.from, filter.to, step);
  const inOneYear = filter.from.slice(0, 4) === filter.to.slice(0, 4);
  const named = step === 'month' ? formatMonthShort : inOneYear ? formatDayShort : formatDay;
  const earlierSteps = stepsOf(before.from, before.to, step);
  const valuesOf = (days: readonly string[], points: typeof now.data.points = []) => {
    const byDay = new Map(points.map(({ day, totals }) => [day, totals[figure]]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  const series = [
    {
      name: t('thisPeriod'),
      values: valuesOf(steps, now.data.points),
      look: lookOf(figure),
      tone: 'brand' as const,
    },
    {
      name: t('periodBefore'),
      values: valuesOf(earlierSteps, earlier.data?.points).slice(0, steps.length),
      look: 'line' as const,
      tone: 'quiet' as const,
    },
  ];
  const save = () => {
    const { points } = now.data;
    const rows = [
      ['day', ...shownFigures],
      ...points.map(({ day, totals }) => [day, ...shownFigures.map((one) => totals[one] ?? '')]),
    ];
    saveFile(
      new Blob([`\ufeff${rows.map((row) => row.join(',')).join('\r\n')}\r\n`], { type: 'text/csv' }),
      `statistics-${filter.from}-${filter.to}.csv`,
    );
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
        steps={steps.map((day) => named(day))}
        series={series}
        format={(value) => formatFigure(figure, value)}
      />
      <p className="statistics-legend">
        <span data-tone="brand">{t('thisPeriod')}</span>
        <span data-tone="quiet">
          {t('periodBefore')} ({formatDay(before.from)} – {formatDay(before.to)})
        </span>
      </p>
    </section>
  );
}
