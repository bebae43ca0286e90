import { statisticsCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { Chart } from '../../kit/chart/chart.tsx';
import { formatWeekday, weekdays } from '../../kit/format/format-day.ts';
import { formatFigure, chartTypeOf, type FigureKind } from './figure-kinds.ts';
import type { PeriodSelection } from './use-period.ts';

/** Chart of the figure by day of the week. */
export function StatisticsWeek({ selection, figure }: { selection: PeriodSelection; figure: FigureKind }) {
  const { t } = useTranslation('statistics');
  const { data } = useQuery({
    ...callQuery(statisticsCalls.times, selection.filter),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (!data) return null;
  const days = weekdays();
  const byDay = new Map(data.weekdays.map(({ weekday, totals }) => [weekday, totals[figure]]));
  return (
    <section className="statistics-week">
      <header>
        <h2>{t('weekQuestion')}</h2>
      </header>
      <Chart
        label={t('weekQuestion')}
        steps={days.map((day) => formatWeekday(day, 'short'))}
        series={[
          {
            name: t(`names.${figure}`),
            values: days.map((day) => byDay.get(day) ?? null),
            look: chartTypeOf(figure),
          },
        ]}
        format={(value) => formatFigure(figure, value)}
      />
    </section>
  );
}
