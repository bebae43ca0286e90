import type { NoticeChannel, ShownTelling, ToldRunEnd, WeeklyWindow } from '@sweepline/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWeekday, weekdays } from '../../../kit/format/format-day.ts';
import { formatNumber } from '../../../kit/format/format.ts';

const shownNames = 3;

type Translate = TFunction<'people/notice-settings'>;

const channelsOf = (word: TFunction<'delivery'>, list: readonly NoticeChannel[]) =>
  list.map((channel) => word(`channels.${channel}`)).join(' + ');

function receiversOf(t: Translate, { accounts, roles, others }: ShownTelling): string {
  const names = [...roles, ...accounts].map(({ name }) => name);
  const rest = names.length - shownNames;
  return [
    ...names.slice(0, shownNames),
    ...(rest > 0 ? [`+${formatNumber(rest)}`] : []),
    ...(others > 0 ? [t('others', { count: others, shown: formatNumber(others) })] : []),
  ].join(', ');
}

function windowOf(t: Translate, { weekdays: on, from, to }: WeeklyWindow): string {
  const days = weekdays().filter((day) => on.includes(day));
  const names = days.map((day) => formatWeekday(day, 'short')).join(' ');
  return `${days.length === 7 ? t('everyDay') : names} ${from}–${to}`;
}

/** Rules of notices in words, for lists and for what is inherited. */
export function useNoticeWords() {
  const { t } = useTranslation('people/notice-settings');
  const { t: word } = useTranslation('delivery');
  return useMemo(
    () => ({
      runEnds: (ends: readonly ToldRunEnd[]) =>
        ends.length > 0 ? ends.map((end) => t(`ends.${end}`)).join(', ') : t('noEnds'),
      coverage: (percent: number) =>
        percent > 0 ? t('below', { percent: formatNumber(percent) }) : t('never'),
      minutes: (count: number) => t('minutes', { count, shown: formatNumber(count) }),
      told: (isTold: boolean) => t(isTold ? 'told' : 'notTold'),
      windows: (windows: readonly WeeklyWindow[]) =>
        windows.length > 0 ? windows.map((window) => windowOf(t, window)).join(', ') : t('noWindows'),
      telling: (telling: ShownTelling) =>
        `${telling.to === 'EVERYONE' ? t('everyone') : receiversOf(t, telling)} · ${channelsOf(word, telling.channels)}`,
    }),
    [t, word],
  );
}
