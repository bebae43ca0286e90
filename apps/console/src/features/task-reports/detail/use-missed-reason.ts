import { missedReasons, type MissedReason } from '@sweepline/contract/robot';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const isReason = (reason: string | undefined): reason is MissedReason =>
  missedReasons.some((known) => known === reason);

/** Why a patch was missed, in words; undefined where the robot did not say, or said what we have no words for. */
export function useMissedReason() {
  const { t } = useTranslation('task-reports');
  return useCallback(
    (reason: string | undefined) => (isReason(reason) ? t(`missedReason.${reason}`) : undefined),
    [t],
  );
}
