import { deviceCalls, type Device } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { formatDate } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { useCommandAction } from '../../../../shared/command/use-command-action.ts';

interface Props {
  device: Device;
  /** The end of the certificate. */
  until: string;
}

/** The certificate with which a robot signs in, and the request for a new one. */
export function DeviceCertificate({ device, until }: Props) {
  const { t } = useTranslation('devices/devices');
  const [asking, setAsking] = useState(false);
  const rotate = useCommandAction(deviceCalls.rotateCredential, device, () => setAsking(false));
  return (
    <>
      {t('certificate.until', { date: formatDate(until) })}{' '}
      {may(deviceCalls.rotateCredential.allow) && (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('certificate.renew')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('certificate.title', { name: device.nickname })}
          act={t('certificate.renew')}
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate({ id: device.id })}
          onClose={() => setAsking(false)}
        >
          {t('certificate.hint')}
        </ConfirmDialog>
      )}
    </>
  );
}
