import { useTranslation } from 'react-i18next';
import { formatDate, unknown } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useNow } from '../../../kit/format/use-now.ts';

const dayMs = 86_400_000;
const soonDays = 60;

/** The days left of the use period, and its last day. */
export function DeviceDaysLeft({ until }: { until: string | null }) {
  const { t } = useTranslation('devices/devices');
  const now = useNow();
  if (!until) return <span className="sl-unknown">{unknown}</span>;
  const left = Math.ceil((Date.parse(until) - now) / dayMs);
  const word = left > 0 ? t('daysLeftCount', { count: left }) : t('daysOver');
  return (
    <span>
      {left > soonDays ? word : <StateMark tone={left > 0 ? 'waiting' : 'fault'} icon="clock" word={word} />}
      <small>{formatDate(until)}</small>
    </span>
  );
}
