import { deviceBindingCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

export function DeviceUnfreezeDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('device-binding');
  const name = device.nickname;
  const unfreeze = useAction(deviceBindingCalls.unfreeze, {
    done: t('unfreeze.done', { name }),
    also: ['devices', 'deviceStock'],
    after: onClose,
  });
  return (
    <ConfirmDialog
      title={t('unfreeze.title', { name })}
      act={t('unfreeze.act')}
      busy={unfreeze.isPending}
      onConfirm={() => unfreeze.mutate({ id: device.id })}
      onClose={onClose}
    >
      {t('unfreeze.hint')}
    </ConfirmDialog>
  );
}
