import type { BusinessHours, ServiceTarget } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../kit/format/format.ts';
import { formatWeekday } from '../../../kit/format/format-day.ts';

const formatMinutes = (minutes: number | null) => formatDuration(minutes === null ? null : minutes * 60);

/** Service levels in words. */
export function useLevelWords() {
  const { t } = useTranslation('service/levels');
  const daysOf = (weekdays: readonly number[]) =>
    new Set(weekdays).size === 7
      ? t('everyDay')
      : weekdays
          .toSorted()
          .map((day) => formatWeekday(day, 'short'))
          .join(' ');
  return {
    target: ({ respondMinutes, resolveMinutes }: ServiceTarget) =>
      respondMinutes === null && resolveMinutes === null
        ? t('noTarget')
        : t('target', { respond: formatMinutes(respondMinutes), resolve: formatMinutes(resolveMinutes) }),
    hours: ({ windows, timezone }: BusinessHours) =>
      [
        windows.map(({ weekdays, from, to }) => `${daysOf(weekdays)} ${from}–${to}`).join(', '),
        timezone ?? t('siteZone'),
      ].join(' · '),
  };
}
