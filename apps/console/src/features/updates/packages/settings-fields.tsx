import { releaseScopes } from '@sweepline/contract';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentField } from './moment-field.tsx';

/** The fields of a package that people write: an upload and a change have them both. */
export function SettingsFields() {
  const { t } = useTranslation('updates/packages');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="releaseScope" label={t('scopeTitle')} extra={t('scopeHint')}>
        <Select options={releaseScopes.map((value) => ({ value, label: t(`scope.${value}`) }))} />
      </Form.Item>
      <Form.Item name="forced" valuePropName="checked" extra={t('forcedHint')}>
        <Checkbox>{t('forced')}</Checkbox>
      </Form.Item>
      <Form.Item name="expiresAt" label={t('expires')} extra={t('expiresHint')}>
        <MomentField />
      </Form.Item>
      <Form.Item name="remarks" label={t('remarks')}>
        <Input.TextArea rows={3} maxLength={2_000} />
      </Form.Item>
    </>
  );
}
