import { activationCodeCalls, type Output } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fetchBytes } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';
import { may } from '../../../../kit/api/may.ts';
import { ExportButton } from '../../../../kit/list/export/export-button.tsx';

interface Props {
  batch: Output<typeof activationCodeCalls.generate>;
  onClose: () => void;
}

/** Reports a generated batch with links to export or show its codes. The list offers both later too. */
export function BatchCreatedDialog({ batch: { batchId, batchName, count }, onClose }: Props) {
  const { t } = useTranslation('stock/activation-codes');
  const navigate = useNavigate();
  const readCodes = async () => {
    const bytes = await fetchBytes(activationCodeCalls.export, { batchId, form: 'text' });
    return new TextDecoder().decode(bytes).trim();
  };
  const showCodes = () => {
    onClose();
    void navigate(`?batchId=${batchId}`);
  };
  return (
    <Dialog
      open
      title={t('made', { count, batch: batchName })}
      onCancel={onClose}
      width={520}
      footer={
        <Button look="main" onClick={showCodes}>
          {t('show')}
        </Button>
      }
    >
      <p>{t('madeHint')}</p>
      {may(activationCodeCalls.export.allow) && (
        <div className="code-take">
          <CopyButton look="plain" text={readCodes}>
            {t('copyAll')}
          </CopyButton>
          <ExportButton
            words
            call={activationCodeCalls.export}
            input={{ batchId, form: 'csv' }}
            name="activation-codes"
          />
        </div>
      )}
    </Dialog>
  );
}
