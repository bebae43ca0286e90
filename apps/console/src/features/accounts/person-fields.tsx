import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** Who the person is. */
export function PersonFields() {
  const { t } = useTranslation('accounts');
  return (
    <>
      <Form.Item name="nickname" label={t('nickname')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label={t('email')}>
        <Input maxLength={254} type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('phone')} extra={t('phoneHint')}>
        <Input maxLength={30} type="tel" autoComplete="off" />
      </Form.Item>
    </>
  );
}
