import { deviceCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';

export function DeviceRemoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices/devices');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: device.nickname, sn: device.sn })}
      call={deviceCalls.remove}
      input={{ id: device.id }}
      act={t('remove')}
      done={t('removed', { name: device.nickname })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
