import { deviceCareCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { useHindrance } from './use-hindrance.ts';

/** Restarts the robot, or only its screen. */
export function RebootCard({ detail: { device, live }, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const [asking, setAsking] = useState<'ROBOT' | 'HMI' | null>(null);
  const close = () => setAsking(null);
  const reboot = useCommandAction(deviceCareCalls.reboot, device, close);
  const hindrance = useHindrance(live, 'stand');
  return (
    <CareCard icon="refresh" title={t('reboot')} hint={t('rebootHint')}>
      <div className="care-acts">
        {(['ROBOT', 'HMI'] as const).map((target) => (
          <Button
            key={target}
            disabled={hindrance !== undefined}
            title={hindrance}
            onClick={() => setAsking(target)}
          >
            {t(`rebootAct.${target}`)}
          </Button>
        ))}
      </div>
      {asking && (
        <ConfirmDialog
          title={t(`rebootTitle.${asking}`, { name: device.nickname })}
          act={t(`rebootAct.${asking}`)}
          busy={reboot.isPending}
          onConfirm={() => reboot.mutate({ id: device.id, target: asking, reason })}
          onClose={close}
        >
          {t(`rebootAfter.${asking}`)}
        </ConfirmDialog>
      )}
    </CareCard>
  );
}
