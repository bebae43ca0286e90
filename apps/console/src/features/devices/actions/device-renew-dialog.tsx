import { deviceCalls, type Device } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { DeviceSecretDialog, type Secret } from './device-secret-dialog.tsx';

export function DeviceRenewDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const [secret, setSecret] = useState<Secret | null>(null);
  const renew = useAction(deviceCalls.renewSecret, { done: null, after: setSecret });
  if (secret) return <DeviceSecretDialog name={device.nickname} secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('renewSecretTitle', { name: device.nickname })}
      act={t('renewSecret')}
      busy={renew.isPending}
      onConfirm={() => renew.mutate({ id: device.id })}
      onClose={onClose}
    >
      {t('renewSecretHint')}
    </ConfirmDialog>
  );
}
