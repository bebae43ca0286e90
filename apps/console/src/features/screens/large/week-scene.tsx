import type { ScreenView } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { addDays, dayOf } from '../../../kit/format/days.ts';
import { formatDayShort, formatWeekday } from '../../../kit/format/format-day.ts';
import { formatArea, formatNumber } from '../../../kit/format/format.ts';
import { useNow } from '../../../kit/format/use-now.ts';

interface Props {
  week: NonNullable<ScreenView['week']>;
  timezone: string | null;
}

/** Cleaned area of the last seven days. The last bar is today and still grows. */
export function WeekScene({ week, timezone }: Props) {
  const { t } = useTranslation('screens');
  const now = useNow();
  const today = timezone ? dayOf(now, timezone) : dayOf(now);
  const largest = Math.max(1, ...week.map(({ cleanedM2 }) => cleanedM2));
  return (
    <ol className="week-scene">
      {week.map(({ daysAgo, cleanedM2, reports }) => {
        const day = addDays(today, -daysAgo);
        const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
        return (
          <li key={daysAgo} className={daysAgo === 0 ? 'week-scene-today' : undefined}>
            <span className="large-value">{formatArea(cleanedM2)}</span>
            <span className="week-scene-bar">
              <i style={{ blockSize: `${(100 * cleanedM2) / largest}%` }} />
            </span>
            <span className="week-scene-day">
              {daysAgo === 0 ? t('large.today') : formatWeekday(weekday, 'short')}
              <small>
                {formatDayShort(day)} ·{' '}
                {t('figures.reports', { count: reports, shown: formatNumber(reports) })}
              </small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
