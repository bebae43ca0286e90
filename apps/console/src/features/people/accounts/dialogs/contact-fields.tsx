import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** The contact details of the user. */
export function ContactFields() {
  const { t } = useTranslation('people/accounts');
  return (
    <>
      <Form.Item name="email" label={t('emailOptional')}>
        <Input maxLength={254} type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('phoneOptional')} extra={t('phoneHint')}>
        <Input maxLength={30} type="tel" autoComplete="off" />
      </Form.Item>
    </>
  );
}
