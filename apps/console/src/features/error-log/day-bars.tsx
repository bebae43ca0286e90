import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';

const [width, height, gap] = [98, 22, 1];

/** How often on each of the last days; the tallest is the most there was. */
export function DayBars({ days }: { days: readonly number[] }) {
  const { t } = useTranslation('error-log');
  const most = Math.max(1, ...days);
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
          const tall = count === 0 ? 1 : Math.max(3, (count / most) * height);
          return (
            <rect
              key={day}
              className={count === 0 ? 'err-day-none' : undefined}
              x={day * step}
              y={height - tall}
              width={step - gap}
              height={tall}
            />
          );
        })}
    </svg>
  );
}
