import { deviceCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../kit/form/confirm-call-dialog.tsx';

interface Props {
  device: Pick<Device, 'id' | 'nickname' | 'sn'>;
  onClose: () => void;
}

export function ChargeDialog({ device, onClose }: Props) {
  const { t } = useTranslation('acts');
  // The run shows the progress; a message "done" here would be wrong.
  return (
    <ConfirmCallDialog
      title={t('chargeTitle', { name: device.nickname || device.sn })}
      call={deviceCalls.charge}
      input={{ id: device.id }}
      act={t('act.charge')}
      done={null}
      also={['runs']}
      onClose={onClose}
    >
      {t('chargeHint')}
    </ConfirmCallDialog>
  );
}
