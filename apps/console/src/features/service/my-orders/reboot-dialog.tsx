import { deviceCareCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';

interface Props {
  device: Pick<Device, 'id' | 'nickname' | 'sn'>;
  reason: string;
  onClose: () => void;
}

/** Asks before the whole robot is restarted. */
export function RebootDialog({ device, reason, onClose }: Props) {
  const { t } = useTranslation('service/my-orders');
  const reboot = useCommandAction(deviceCareCalls.reboot, device, onClose);
  return (
    <ConfirmDialog
      title={t('rebootTitle', { name: device.nickname })}
      act={t('reboot')}
      busy={reboot.isPending}
      onConfirm={() => reboot.mutate({ id: device.id, target: 'ROBOT', reason })}
      onClose={onClose}
    >
      {t('rebootHint')}
    </ConfirmDialog>
  );
}
