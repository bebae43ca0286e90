import { codeInGroups, type ActivationCode } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { CopyCode } from '../copy-code.tsx';

const size = 240;

/** A code as a QR code for the robot's camera, large enough for a phone. The QR library loads with the dialog. */
export function QrDialog({
  codes: [code],
  onClose,
}: {
  codes: [ActivationCode];
  onClose: (changed: boolean) => void;
}) {
  const { t } = useTranslation('activation-codes');
  const picture = useQuery({
    queryKey: ['qr', code.code],
    queryFn: async () =>
      await (
        await import('qrcode')
      ).toDataURL(code.code, { margin: 2, width: size * 2, errorCorrectionLevel: 'Q' }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog open title={t('qr')} onCancel={() => onClose(false)} width={360} footer={null}>
      <div className="code-qr">
        {picture.data ? (
          <img
            src={picture.data}
            alt={t('qrOf', { code: codeInGroups(code.code) })}
            width={size}
            height={size}
          />
        ) : (
          <Skeleton lines={8} />
        )}
        <p className="code-text">
          {codeInGroups(code.code)}
          <CopyCode code={code.code} />
        </p>
        <p>{t('qrHint')}</p>
      </div>
    </Dialog>
  );
}
