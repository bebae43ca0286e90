import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../kit/format/format.ts';

/** How often an alarm reminds, in words: 0 for never, null for as often as its policy. */
export function useReminderWords(): (minutes: number | null) => string {
  const { t } = useTranslation('alarms/alarms');
  return (minutes) => {
    if (minutes === null) return t('remindPolicy');
    return minutes === 0 ? t('remindNever') : t('remindEvery', { span: formatDuration(minutes * 60) });
  };
}
