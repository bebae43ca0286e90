import { useTranslation } from 'react-i18next';
import { formatDate, unknown } from '../../../kit/format/format.ts';
import { useNow } from '../../../kit/format/use-now.ts';

const dayMs = 24 * 3_600_000;
const soonDays = 60;

/** A future day, and the number of days left when it is near. */
export function DaysLeft({ until }: { until: string | null }) {
  const { t } = useTranslation('stock/activation-codes');
  const now = useNow();
  if (!until) return <span className="sl-unknown">{unknown}</span>;
  const left = Math.ceil((Date.parse(until) - now) / dayMs);
  return (
    <>
      <span>{formatDate(until)}</span>
      {left <= soonDays && (
        <small className={left <= 7 ? 'code-soon' : undefined}>
          {left > 0 ? t('daysLeft', { count: left }) : t('over')}
        </small>
      )}
    </>
  );
}
