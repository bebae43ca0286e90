import { deviceBindingCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';

export function DeviceUnfreezeDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('stock/binding');
  const name = device.nickname;
  return (
    <ConfirmCallDialog
      title={t('unfreeze.title', { name })}
      call={deviceBindingCalls.unfreeze}
      input={{ id: device.id }}
      act={t('unfreeze.act')}
      done={t('unfreeze.done', { name })}
      also={['devices', 'deviceStock']}
      onClose={onClose}
    >
      {t('unfreeze.hint')}
    </ConfirmCallDialog>
  );
}
