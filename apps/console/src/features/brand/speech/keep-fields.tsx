import { audioAudiences, pages, speechCalls, type CustomAudio } from '@sweepline/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/api/use-action.ts';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { What } from './speech-draft.ts';

/** Keeps what was heard as custom audio files, one for each language. */
export function KeepFields({ what }: { what: What }) {
  const { t } = useTranslation('brand/speech');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<CustomAudio['audience']>('OWN');
  const keep = useAction(speechCalls.convert, {
    done: t('kept', { name }),
    also: ['customAudio'],
    after: () => void navigate(pages.customAudio({ keyword: name })),
  });
  return (
    <fieldset>
      <legend>{t('keepTitle')}</legend>
      <label>
        {t('name')}
        <Input value={name} maxLength={48} onChange={({ target }) => setName(target.value)} />
      </label>
      <SelectField<CustomAudio['audience']>
        label={t('audience')}
        value={audience}
        options={audioAudiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
        onChange={setAudience}
      />
      <Button
        look="main"
        busy={keep.isPending}
        disabled={name.trim() === ''}
        onClick={() => keep.mutate({ ...what, name, audience, agentLevel: null })}
      >
        {t('keep', { count: what.texts.length })}
      </Button>
    </fieldset>
  );
}
