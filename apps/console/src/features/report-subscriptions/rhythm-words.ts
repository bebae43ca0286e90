import type { Subscription } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { formatWeekday } from '../../kit/format/format-day.ts';

/** When it is sent, in a few words; the time is that of the subscription's own zone. */
export function useRhythm() {
  const { t } = useTranslation('report-subscriptions');
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

/** Reasons of ours have words; those of mail servers are shown as they came. */
export function useReason() {
  const { t, i18n } = useTranslation('report-subscriptions');
  return (reason: string) =>
    i18n.exists(`reasons.${reason}`, { ns: 'report-subscriptions' })
      ? String(t(`reasons.${reason}` as never))
      : reason;
}
