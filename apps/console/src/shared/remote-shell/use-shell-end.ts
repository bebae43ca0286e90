import type { ShellSession } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Why a shell ended, did not start or was refused, with the next step; empty while it stands. */
export function useShellEnd() {
  const { t } = useTranslation('remote-shell');
  return useCallback(
    ({ state, endReason, endedBy, refusal, approvals }: ShellSession): string => {
      if (state === 'REFUSED') return t('refusedBy', { name: endedBy, reason: refusal });
      if (state === 'EXPIRED')
        return t(approvals.some(({ by }) => by === null) ? 'expiredRequest' : 'expiredApproval');
      if (!endReason || state === 'STARTING' || state === 'RUNNING') return '';
      if (endReason === 'ENDED' && endedBy) return t('endedBy', { name: endedBy });
      return t(`reasons.${endReason}`);
    },
    [t],
  );
}
