import { audioAudiences, audioTypes, langs, type CustomAudio } from '@sweepline/contract';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { langNames } from '../../../kit/format/lang.ts';

export type AudioDraft = Pick<CustomAudio, 'name' | 'type' | 'language' | 'audience' | 'agentLevel'>;

export const emptyDraft: AudioDraft = {
  name: '',
  type: 'PROMPT',
  language: null,
  audience: 'OWN',
  agentLevel: null,
};

interface Props {
  draft: AudioDraft;
  onChange: (changes: Partial<AudioDraft>) => void;
}

const levels = [1, 2, 3];

/** What people say of a sound: its name, use and language, and who below may use it. */
export function AudioFields({ draft, onChange }: Props) {
  const { t } = useTranslation('brand/audio');
  return (
    <>
      <label>
        <span>{t('name')}</span>
        <Input
          maxLength={60}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
      <SelectField<AudioDraft['type']>
        label={t('type')}
        value={draft.type}
        options={audioTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        onChange={(type) => onChange({ type })}
      />
      <SelectField<string>
        label={t('language')}
        allowClear
        placeholder={t('noLanguage')}
        value={draft.language}
        options={langs.map((value) => ({ value, label: langNames[value] }))}
        onChange={(language: string | undefined) =>
          onChange({ language: (language as AudioDraft['language'] | undefined) ?? null })
        }
      />
      <SelectField<AudioDraft['audience']>
        label={t('audience')}
        value={draft.audience}
        options={audioAudiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
        onChange={(audience) => onChange({ audience, agentLevel: null })}
      />
      {draft.audience === 'AGENT' && (
        <SelectField<number>
          label={t('agentLevel')}
          allowClear
          placeholder={t('everyLevel')}
          value={draft.agentLevel}
          options={levels.map((value) => ({ value, label: t('level', { level: value }) }))}
          onChange={(level: number | undefined) => onChange({ agentLevel: level ?? null })}
        />
      )}
    </>
  );
}
