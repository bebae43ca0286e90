import { deviceCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

export function DeviceRemoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const remove = useAction(deviceCalls.remove, {
    done: t('removed', { name: device.nickname }),
    after: onClose,
  });
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: device.nickname, sn: device.sn })}
      act={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: device.id })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmDialog>
  );
}
