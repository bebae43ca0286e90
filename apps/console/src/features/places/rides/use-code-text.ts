import { rideCodes, type RideCode } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const isKnown = (code: string): code is RideCode => rideCodes.some((it) => it === code);

/** The reason of a failure in words. */
export function useCodeText(): (code: string) => string {
  const { t } = useTranslation('places/rides');
  return useCallback((code) => (isKnown(code) ? t(`codes.${code}`) : t('otherCode', { code })), [t]);
}
