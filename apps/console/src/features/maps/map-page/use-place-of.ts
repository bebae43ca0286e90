import type { MapRow } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Where a map lies, in one line: site and floor, else that it has no place yet. */
export function usePlaceOf() {
  const { t } = useTranslation('maps');
  return useCallback(
    ({ site, floor }: Pick<MapRow, 'site' | 'floor'>) =>
      [site?.name, floor].filter(Boolean).join(' · ') || t('noPlace'),
    [t],
  );
}
