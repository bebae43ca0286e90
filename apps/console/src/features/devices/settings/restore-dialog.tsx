import { deviceSettingCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useSettings } from './settings-context.ts';

/** Restores the factory settings by a command with its own states. */
export function RestoreDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices/settings');
  const { draft } = useSettings();
  const restore = useCommandAction(deviceSettingCalls.restoreDefaults, device, () => {
    draft.clear();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t('restoreTitle', { name: device.nickname || device.sn })}
      act={t('restore')}
      busy={restore.isPending}
      onConfirm={() => restore.mutate({ id: device.id })}
      onClose={onClose}
    >
      <p>{t('restoreHint')}</p>
      {draft.count > 0 && <p>{t('restoreUnsaved')}</p>}
    </ConfirmDialog>
  );
}
