import { codeInGroups, type ActivationCode } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../../kit/qr-code/qr-code.tsx';
import { CopyCode } from '../copy-code.tsx';

/** A code as a QR code for the robot's camera, large enough for a phone. */
export function QrDialog({
  codes: [code],
  onClose,
}: {
  codes: [ActivationCode];
  onClose: (changed: boolean) => void;
}) {
  const { t } = useTranslation('stock/activation-codes');
  return (
    <Dialog open title={t('qr')} onCancel={() => onClose(false)} width={360} footer={null}>
      <div className="code-qr">
        <QrCode
          text={code.code}
          label={t('qrOf', { code: codeInGroups(code.code) })}
          size={240}
          errorLevel="Q"
        />
        <p className="code-text">
          {codeInGroups(code.code)}
          <CopyCode code={code.code} />
        </p>
        <p>{t('qrHint')}</p>
      </div>
    </Dialog>
  );
}
