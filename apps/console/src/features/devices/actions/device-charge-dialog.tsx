import { deviceCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

interface Props {
  device: Pick<Device, 'id' | 'nickname'>;
  onClose: () => void;
}

export function DeviceChargeDialog({ device, onClose }: Props) {
  const { t } = useTranslation('devices');
  // The run shows the progress; a message "done" here would be wrong.
  const charge = useAction(deviceCalls.charge, { done: null, after: onClose, also: ['runs'] });
  return (
    <ConfirmDialog
      title={t('chargeTitle', { name: device.nickname })}
      act={t('charge')}
      busy={charge.isPending}
      onConfirm={() => charge.mutate({ id: device.id })}
      onClose={onClose}
    >
      {t('chargeHint')}
    </ConfirmDialog>
  );
}
