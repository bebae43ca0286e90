import type { Subscription } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { formatWeekday } from '../../../kit/format/format-day.ts';

/** The schedule as text. The time is in the time zone of the subscription. */
export function useRhythm() {
  const { t } = useTranslation('figures/report-subscriptions');
  return ({
    every,
    weekday,
    monthDay,
    clock,
    timezone,
  }: Pick<Subscription, 'every' | 'weekday' | 'monthDay' | 'clock' | 'timezone'>) =>
    t(`rhythms.${every}`, {
      weekday: formatWeekday(weekday),
      day: formatNumber(monthDay),
      clock,
      zone: timezone,
    });
}

/** Reason codes are translated. Texts of mail servers are shown unchanged. */
export function useReason() {
  const { t, i18n } = useTranslation('figures/report-subscriptions');
  return (reason: string) =>
    i18n.exists(`reasons.${reason}`, { ns: 'figures/report-subscriptions' })
      ? String(t(`reasons.${reason}` as never))
      : reason;
}
