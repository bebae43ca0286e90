import type { ScreenView } from '@sweepline/contract';
import { weekdayOf } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../../kit/chart/chart-table.tsx';
import { PlainBar } from '../../../../kit/chart/plain-bar.tsx';
import { formatDayShort, formatWeekday } from '../../../../kit/format/format-day.ts';
import { formatArea, formatNumber } from '../../../../kit/format/format.ts';

/** Cleaned area of the last seven days. The last bar is today and still grows. */
export function WeekScene({ week }: { week: NonNullable<ScreenView['week']> }) {
  const { t } = useTranslation('figures/screens');
  const largest = Math.max(1, ...week.map(({ cleanedM2 }) => cleanedM2));
  const nameOf = ({ daysAgo, day }: (typeof week)[number]) =>
    daysAgo === 0 ? t('large.today') : formatWeekday(weekdayOf(day), 'short');
  return (
    <>
      <ol className="week-scene" aria-hidden="true">
        {week.map((it) => (
          <li key={it.daysAgo} className={it.daysAgo === 0 ? 'week-scene-today' : undefined}>
            <span className="large-value">{formatArea(it.cleanedM2)}</span>
            <PlainBar upright share={it.cleanedM2 / largest} />
            <span className="week-scene-day">
              {nameOf(it)}
              <small>{formatDayShort(it.day)}</small>
              <small>{t('figures.reports', { count: it.reports, shown: formatNumber(it.reports) })}</small>
            </span>
          </li>
        ))}
      </ol>
      <ChartTable
        caption={t('questions.week')}
        columns={[t('columns.day'), t('columns.cleaned'), t('columns.reports')]}
        rows={week.map((it) => ({
          key: `${it.daysAgo}`,
          cells: [
            `${nameOf(it)} ${formatDayShort(it.day)}`,
            formatArea(it.cleanedM2),
            formatNumber(it.reports),
          ],
        }))}
      />
    </>
  );
}
