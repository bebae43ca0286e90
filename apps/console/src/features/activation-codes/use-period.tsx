import type { ActivationCode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../kit/format/format.ts';

/** How long a robot may be used that a code makes. */
export function UsePeriod({
  code: { useDays, useUntil },
}: {
  code: Pick<ActivationCode, 'useDays' | 'useUntil'>;
}) {
  const { t } = useTranslation('activation-codes');
  if (useUntil) return t('untilDay', { day: formatDate(useUntil) });
  return useDays === null ? t('forGood') : t('days', { count: useDays });
}
