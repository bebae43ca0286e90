import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** The display name. */
export function NameField() {
  const { t } = useTranslation('people/accounts');
  return (
    <Form.Item name="nickname" label={t('nickname')}>
      <Input maxLength={60} autoComplete="off" />
    </Form.Item>
  );
}
