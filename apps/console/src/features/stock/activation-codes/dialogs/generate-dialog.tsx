import { activationCodeCalls, deviceModels, maxBatchSize, type Output } from '@sweepline/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { session } from '../../../../kit/api/session.ts';
import { useCompanyChoices } from '../../../../shared/company-filter/use-company-choices.ts';
import { BatchCreatedDialog } from './batch-created-dialog.tsx';
import { NoticeField, TermFields } from './term-fields.tsx';
import { useCodeWords } from '../use-code-words.ts';

/** Generates a batch of codes, then offers the whole batch for export. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('stock/activation-codes');
  const words = useCodeWords();
  const ownCompanyId = session.user()?.companyId ?? '';
  const [companyId, setCompanyId] = useState(ownCompanyId);
  const { options, search } = useCompanyChoices();
  const [batch, setBatch] = useState<Output<typeof activationCodeCalls.generate>>();
  if (batch) return <BatchCreatedDialog batch={batch} onClose={onClose} />;
  return (
    <FormDialog
      title={t('generateTitle')}
      call={activationCodeCalls.generate}
      submit={t('generate')}
      initial={{ count: 10, model: 'J30', usageType: 'PURCHASE', companyId: ownCompanyId }}
      done={null}
      after={setBatch}
      onClose={onClose}
    >
      <Form.Item name="count" label={t('count')}>
        <InputNumber autoFocus min={1} max={maxBatchSize} precision={0} className="code-number" />
      </Form.Item>
      <Form.Item name="batchName" label={t('batchName')} extra={t('batchHint')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="model" label={t('model')}>
        <Select options={deviceModels.map((model) => ({ value: model, label: words.model(model) }))} />
      </Form.Item>
      <Form.Item name="companyId" label={t('company')} extra={t('companyHint')}>
        <Select
          showSearch={{ onSearch: search, filterOption: false }}
          options={options}
          onChange={setCompanyId}
        />
      </Form.Item>
      <TermFields first="forGood" />
      <NoticeField companyId={companyId} />
    </FormDialog>
  );
}
