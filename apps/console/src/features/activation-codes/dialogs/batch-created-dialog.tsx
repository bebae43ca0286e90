import { activationCodeCalls, type Output } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fetchBytes } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { copyText } from '../../../kit/ui/copy-text.ts';
import { may } from '../../../kit/api/may.ts';
import { toast } from '../../../kit/ui/toasts.ts';
import { CodeExport } from '../code-export.tsx';

interface Props {
  batch: Output<typeof activationCodeCalls.generate>;
  onClose: () => void;
}

/** Reports a generated batch with links to export or show its codes. The list offers both later too. */
export function BatchCreatedDialog({ batch: { batchId, batchName, count }, onClose }: Props) {
  const { t } = useTranslation('activation-codes');
  const navigate = useNavigate();
  const copy = useMutation({
    mutationFn: async () => {
      const bytes = await fetchBytes(activationCodeCalls.export, { batchId, form: 'text' });
      return await copyText(new TextDecoder().decode(bytes).trim());
    },
    onSuccess: (copied) =>
      toast({ tone: copied ? 'done' : 'failed', text: copied ? t('copiedAll', { count }) : t('copyFailed') }),
  });
  const showCodes = () => {
    onClose();
    void navigate(`?batchId=${batchId}`);
  };
  return (
    <Modal
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
          <Button icon="copy" busy={copy.isPending} onClick={() => copy.mutate()}>
            {t('copyAll')}
          </Button>
          <CodeExport words filters={{ batchId }} />
        </div>
      )}
    </Modal>
  );
}
