import { faultTypes, maxDescription, workOrderLevels, workOrderTypes } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useWorkOrderWords } from '../../work-order-words/use-work-order-words.ts';
import './order-fields.css';

export function DescriptionFields() {
  const { t } = useTranslation('service/orders');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item name="description" label={t('description')} extra={t('descriptionHint')}>
        <Input.TextArea rows={4} maxLength={maxDescription} />
      </Form.Item>
    </>
  );
}

export function KindFields() {
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  return (
    <div className="order-fields">
      <Form.Item name="type" label={t('type')}>
        <Select options={choices('type', workOrderTypes)} />
      </Form.Item>
      <Form.Item name="level" label={t('level')}>
        <Select options={choices('level', workOrderLevels)} />
      </Form.Item>
      <Form.Item name="faultType" label={t('faultType')}>
        <Select options={choices('faultType', faultTypes)} />
      </Form.Item>
    </div>
  );
}
