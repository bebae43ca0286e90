import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** The person on site. */
export function ContactFields() {
  const { t } = useTranslation('service/orders');
  return (
    <div className="order-fields">
      <Form.Item name="contactName" label={t('siteContact')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="contactNumber" label={t('siteNumber')}>
        <Input type="tel" maxLength={40} />
      </Form.Item>
    </div>
  );
}
