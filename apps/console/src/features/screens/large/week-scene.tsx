import type { ScreenView } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlainBar } from '../../../kit/chart/plain-bar.tsx';
import { formatDayShort, formatWeekday } from '../../../kit/format/format-day.ts';
import { formatArea, formatNumber } from '../../../kit/format/format.ts';

/** Cleaned area of the last seven days. The last bar is today and still grows. */
export function WeekScene({ week }: { week: NonNullable<ScreenView['week']> }) {
  const { t } = useTranslation('screens');
  const largest = Math.max(1, ...week.map(({ cleanedM2 }) => cleanedM2));
  return (
    <ol className="week-scene">
      {week.map(({ daysAgo, day, cleanedM2, reports }) => {
        const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
        return (
          <li key={daysAgo} className={daysAgo === 0 ? 'week-scene-today' : undefined}>
            <span className="large-value">{formatArea(cleanedM2)}</span>
            <PlainBar upright share={cleanedM2 / largest} />
            <span className="week-scene-day">
              {daysAgo === 0 ? t('large.today') : formatWeekday(weekday, 'short')}
              <small>{formatDayShort(day)}</small>
              <small>{t('figures.reports', { count: reports, shown: formatNumber(reports) })}</small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
