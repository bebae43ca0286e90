import { statisticsCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api.ts';
import { Chart } from '../../kit/chart/chart.tsx';
import { currentLocale } from '../../kit/lang.ts';
import { weekStart } from '../../kit/reader.ts';
import { formatFigure, lookOf, type ShownFigure } from './figure-kinds.ts';
import type { usePeriod } from './use-period.ts';

/** 7 January 2024 was a Sunday. */
const dayName = (weekday: number) =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 7 + weekday),
  );

/** On which days of the week the work is done. */
export function StatisticsWeek({
  look,
  figure,
}: {
  look: ReturnType<typeof usePeriod>;
  figure: ShownFigure;
}) {
  const { t } = useTranslation('statistics');
  const { data } = useQuery({
    ...reading(statisticsCalls.times, look.filter),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (!data) return null;
  const days = Array.from({ length: 7 }, (_, n) => (n + weekStart()) % 7);
  const byDay = new Map(data.weekdays.map(({ weekday, totals }) => [weekday, totals[figure]]));
  return (
    <section className="statistics-week">
      <header>
        <h2>{t('weekQuestion')}</h2>
      </header>
      <Chart
        label={t('weekQuestion')}
        steps={days.map(dayName)}
        series={[
          {
            name: t(`names.${figure}`),
            values: days.map((day) => byDay.get(day) ?? null),
            look: lookOf(figure),
          },
        ]}
        format={(value) => formatFigure(figure, value)}
      />
    </section>
  );
}
