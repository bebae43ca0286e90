import type { Run } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The name of a run. A drive has none and is called by its destination. */
export function useRunName() {
  const { t } = useTranslation('run');
  return useCallback(
    ({ name, kind, drivesTo }: Pick<Run, 'name' | 'kind' | 'drivesTo'>): string =>
      name || t(drivesTo ? `drivesTo.${drivesTo}` : `kinds.${kind}`),
    [t],
  );
}
