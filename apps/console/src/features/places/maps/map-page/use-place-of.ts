import type { MapRow } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The place of a map in one line: site and floor, or a text for a map without a place. */
export function usePlaceOf() {
  const { t } = useTranslation('places/maps');
  return useCallback(
    ({ site, floor }: Pick<MapRow, 'site' | 'floor'>) =>
      [site?.name, floor].filter(Boolean).join(' · ') || t('noPlace'),
    [t],
  );
}
