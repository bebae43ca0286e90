import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { QrCode } from '../../../kit/qr-code/qr-code.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';

interface Props {
  device: { nickname: string; model: string };
  address: string;
  onClose: () => void;
}

/** A new code as a label to print. It is shown once: the server stores only its hash. */
export function CodeLabel({ device, address, onClose }: Props) {
  const { t } = useTranslation('service/fault-reports');
  return (
    <Dialog
      open
      title={t('label')}
      onCancel={onClose}
      footer={
        <>
          <CopyButton text={address}>{t('copy')}</CopyButton>
          <Button look="main" icon="print" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </>
      }
    >
      <div className="fault-label">
        <p className="fault-label-title">{t('labelTitle')}</p>
        <QrCode text={address} label={t('label')} size={220} errorLevel="Q" />
        <p className="fault-label-name">
          {device.nickname} · {device.model}
        </p>
        <p>{t('labelHint')}</p>
      </div>
      <p className="fault-once">{t('once')}</p>
    </Dialog>
  );
}
