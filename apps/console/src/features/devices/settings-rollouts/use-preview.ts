import { settingsRolloutCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import type { From } from './use-source.ts';

/** The changes of a rollout, read again when the source or the targets change. */
export function usePreview(from: From | null, targets: readonly string[]) {
  return useQuery({
    ...callQuery(settingsRolloutCalls.preview, {
      from: from ?? { deviceId: '' },
      targetIds: [...targets].sort(),
    }),
    enabled: from !== null && targets.length > 0,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
}
export type Preview = ReturnType<typeof usePreview>;
