import { useTranslation } from 'react-i18next';
import { formatUnit } from '../../kit/format/format-unit.ts';

const spanOf = (minutes: number) =>
  minutes % 60 === 0 ? formatUnit(minutes / 60, 'hour') : formatUnit(minutes, 'minute');

/** How often an alarm reminds, in words: 0 for never, null for as often as its policy. */
export function useReminderWords(): (minutes: number | null) => string {
  const { t } = useTranslation('alarms');
  return (minutes) => {
    if (minutes === null) return t('remindPolicy');
    return minutes === 0 ? t('remindNever') : t('remindEvery', { span: spanOf(minutes) });
  };
}
