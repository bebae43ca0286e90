import { missedReasons, type MissedReason } from '@sweepline/contract/robot';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const isReason = (reason: string | undefined): reason is MissedReason =>
  missedReasons.some((name) => name === reason);

/** The text of a missed reason; undefined where the robot sent none or an unknown one. */
export function useMissedReason() {
  const { t } = useTranslation('work/reports');
  return useCallback(
    (reason: string | undefined) => (isReason(reason) ? t(`missedReason.${reason}`) : undefined),
    [t],
  );
}
