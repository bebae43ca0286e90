import type { BusinessHours, ServiceTarget } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { unknown } from '../../kit/format/format.ts';
import { formatWeekday } from '../../kit/format/format-day.ts';
import { formatUnit } from '../../kit/format/format-unit.ts';

/** Whole hours, or minutes. */
const formatMinutes = (minutes: number | null) =>
  minutes === null
    ? unknown
    : minutes % 60 === 0
      ? formatUnit(minutes / 60, 'hour')
      : formatUnit(minutes, 'minute');

/** Service levels in words. */
export function useLevelWords() {
  const { t } = useTranslation('service-levels');
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
        ...windows.map(({ weekdays, from, to }) => `${daysOf(weekdays)} ${from}–${to}`),
        timezone ?? t('siteZone'),
      ].join(', '),
  };
}
