import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isKnownReason } from './reasons.ts';

/** The text of a reason in the user's language. */
export function useReasonName() {
  const { t } = useTranslation('installation/dead-letters');
  return useCallback((reason: string) => (isKnownReason(reason) ? t(`reasons.${reason}`) : reason), [t]);
}
