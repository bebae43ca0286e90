import { maxAppText, releaseScopes } from '@sweepline/contract';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../kit/form/day-field.tsx';
import { LangTextsField } from '../../../shared/lang-texts/lang-texts-field.tsx';
import { StagesField } from './stages-field.tsx';

/** The ids in a typed text: one in each line, or with commas between. */
const idsIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];

/** Who gets a version when, and what is said about it: an upload and a change have these fields both. */
export function SettingsFields() {
  const { t } = useTranslation('updates/app-releases');
  return (
    <>
      <Form.Item name="notes" label={t('notes')} extra={t('notesHint')}>
        <LangTextsField label={t('notes')} missing={t('noText')} maxLength={maxAppText} />
      </Form.Item>
      <Form.Item name="stages" label={t('stages')} extra={t('stagesHint')}>
        <StagesField />
      </Form.Item>
      <Form.Item name="releaseScope" label={t('scopeTitle')}>
        <Select options={releaseScopes.map((value) => ({ value, label: t(`scope.${value}`) }))} />
      </Form.Item>
      <WhitelistField />
      <Form.Item name="forced" valuePropName="checked" extra={t('forcedHint')}>
        <Checkbox>{t('forced')}</Checkbox>
      </Form.Item>
      <Form.Item name="leastBuild" label={t('leastBuild')} extra={t('leastBuildHint')}>
        <InputNumber min={0} precision={0} />
      </Form.Item>
      <DayField name="expiresAt" label={t('expires')} hint={t('expiresHint')} end />
    </>
  );
}

/** The named installs, one in each line. */
export function WhitelistField() {
  const { t } = useTranslation('updates/app-releases');
  return (
    <Form.Item
      name="whitelist"
      label={t('whitelist')}
      extra={t('whitelistHint')}
      getValueProps={(ids: string[] = []) => ({ defaultValue: ids.join('\n') })}
      getValueFromEvent={({ target }: { target: { value: string } }) => idsIn(target.value)}
    >
      <Input.TextArea rows={3} />
    </Form.Item>
  );
}
