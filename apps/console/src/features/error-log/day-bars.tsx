import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';

const [width, height, gap] = [98, 22, 1];

/** Bar chart of the occurrences per day. The tallest bar is the maximum of the period. */
export function DayBars({ days }: { days: readonly number[] }) {
  const { t } = useTranslation('error-log');
  const maxCount = Math.max(1, ...days);
  const step = width / days.length;
  return (
    <svg
      className="err-days"
      role="img"
      aria-label={t('daysWord', {
        count: days.length,
        shown: formatNumber(days.reduce((sum, n) => sum + n, 0)),
      })}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      {days
        .map((count, day) => ({ count, day }))
        .map(({ count, day }) => {
          const barHeight = count === 0 ? 1 : Math.max(3, (count / maxCount) * height);
          return (
            <rect
              key={day}
              className={count === 0 ? 'err-day-none' : undefined}
              x={day * step}
              y={height - barHeight}
              width={step - gap}
              height={barHeight}
            />
          );
        })}
    </svg>
  );
}
