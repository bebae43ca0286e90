import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { PrintCheck } from './print-check.tsx';

/** Compares the fingerprint of a printed document with the current records. */
export function PrintCheckDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('work/reports');
  const { t: kit } = useTranslation('kit');
  const close = <Button onClick={onClose}>{kit('close')}</Button>;
  return (
    <Dialog open title={t('checkTitle')} onCancel={onClose} width={520} footer={close}>
      <p>{t('checkHint')}</p>
      <PrintCheck />
    </Dialog>
  );
}
