import type { ActivationCode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../kit/format/format.ts';

/** The use period of a robot activated with the code. */
export function UsePeriod({
  code: { useDays, useUntil },
}: {
  code: Pick<ActivationCode, 'useDays' | 'useUntil'>;
}) {
  const { t } = useTranslation('stock/activation-codes');
  if (useUntil) return t('untilDay', { day: formatDate(useUntil) });
  return useDays === null ? t('forGood') : t('days', { count: useDays });
}
