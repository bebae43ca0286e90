import { faultsOf } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { check } from './check.ts';

/** A password that fits the rules for the entered user name, and its repetition. */
export function NewPasswordFields() {
  const { t } = useTranslation('people/invitations');
  return (
    <>
      <Form.Item
        name="password"
        label={t('password')}
        extra={t('passwordHint')}
        dependencies={['username']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string = '') => {
              const [first] = faultsOf(value, { username: String(getFieldValue('username') ?? '') });
              return check(!first, first ? t(`faults.${first}`) : '');
            },
          }),
        ]}
      >
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('again')}
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value) => check(value === getFieldValue('password'), t('mismatch')),
          }),
        ]}
      >
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
