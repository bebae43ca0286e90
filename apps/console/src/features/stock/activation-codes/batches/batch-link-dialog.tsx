import { activationCodeCalls, type CodeBatch } from '@sweepline/contract';
import { Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { toast } from '../../../../kit/ui/toasts.ts';
import { useCompanyChoices } from '../../../../shared/company-filter/use-company-choices.ts';

/** Assigns a number of codes of a batch to a company, the oldest first. */
export function BatchLinkDialog({ batch, onClose }: { batch: CodeBatch; onClose: () => void }) {
  const { t } = useTranslation('stock/activation-codes');
  const { options, search } = useCompanyChoices();
  return (
    <FormDialog
      title={t('linkBatch', { batch: batch.name })}
      call={activationCodeCalls.linkBatch}
      submit={t('link')}
      initial={{ batchId: batch.id, count: batch.unused }}
      done={null}
      after={({ linked }) => {
        toast({ tone: 'done', text: t('linked', { count: linked }) });
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="companyId" label={t('company')}>
        <Select showSearch={{ onSearch: search, filterOption: false }} options={options} />
      </Form.Item>
      <Form.Item name="count" label={t('count')} extra={t('countLeft', { count: batch.unused })}>
        <InputNumber min={1} max={batch.unused} precision={0} className="code-number" />
      </Form.Item>
    </FormDialog>
  );
}
