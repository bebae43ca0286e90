import { deviceModels } from '@sweepline/contract';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';

export function DeviceModelField() {
  const { t } = useTranslation('devices/devices');
  return (
    <Form.Item name="model" label={t('model')}>
      <Select
        options={deviceModels.map((value) => ({ value, label: value === 'PLAIN' ? t('plain') : value }))}
      />
    </Form.Item>
  );
}
