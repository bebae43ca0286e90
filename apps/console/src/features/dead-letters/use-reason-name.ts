import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isKnownReason } from './reasons.ts';

/** A reason in the reader's words. */
export function useReasonName() {
  const { t } = useTranslation('dead-letters');
  return useCallback((reason: string) => (isKnownReason(reason) ? t(`reasons.${reason}`) : reason), [t]);
}
