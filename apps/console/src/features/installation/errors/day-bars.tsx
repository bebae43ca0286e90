import { useTranslation } from 'react-i18next';
import { BarStrip } from '../../../kit/chart/bar-strip.tsx';
import { addDays } from '../../../kit/format/days.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { formatDay } from '../../../kit/format/format-day.ts';

/** The occurrences of an error per day. */
export function DayBars({ days }: { days: readonly number[] }) {
  const { t } = useTranslation('installation/errors');
  // The server counts days in UTC; the last one is today.
  const today = new Date(useNow()).toISOString().slice(0, 10);
  return (
    <BarStrip
      label={t('daysWord', {
        count: days.length,
        shown: formatNumber(days.reduce((sum, n) => sum + n, 0)),
      })}
      bars={days.map((count, index) => {
        const day = addDays(today, index + 1 - days.length);
        return {
          key: day,
          text: `${formatDay(day)}: ${formatNumber(count)}`,
          parts: [{ value: count, tone: 'fault' }],
        };
      })}
    />
  );
}
