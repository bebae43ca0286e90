import { deviceCalls, type Device } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { DeviceSecretDialog, type Secret } from './device-secret-dialog.tsx';

export function DeviceRenewDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices/devices');
  const [secret, setSecret] = useState<Secret | null>(null);
  if (secret) return <DeviceSecretDialog name={device.nickname} secret={secret} onClose={onClose} />;
  return (
    <ConfirmCallDialog
      title={t('renewSecretTitle', { name: device.nickname })}
      call={deviceCalls.renewSecret}
      input={{ id: device.id }}
      act={t('renewSecret')}
      done={null}
      after={setSecret}
      onClose={onClose}
    >
      {t('renewSecretHint')}
    </ConfirmCallDialog>
  );
}
