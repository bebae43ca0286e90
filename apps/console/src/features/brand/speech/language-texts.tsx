import { langs, speechLimits, type Lang, type SpeechVoice } from '@sweepline/contract';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { langNames } from '../../../kit/format/lang.ts';
import { voicesOf, type SpeechDraft } from './speech-draft.ts';

interface Props {
  draft: SpeechDraft;
  voices: readonly SpeechVoice[];
  /** By language. */
  faults: Partial<Record<Lang, string>>;
  onChange: (changes: Partial<SpeechDraft>) => void;
}

/** One text for each language, with its voice. */
export function LanguageTexts({ draft, voices, faults, onChange }: Props) {
  const { t } = useTranslation('brand/speech');
  const offered = langs.filter((language) => voicesOf(voices, language).length > 0);
  return offered.map((language) => {
    const choices = voicesOf(voices, language);
    return (
      <fieldset key={language}>
        <legend>{langNames[language]}</legend>
        <Input.TextArea
          aria-label={t('textIn', { language: langNames[language] })}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={speechLimits.characters}
          value={draft.texts[language] ?? ''}
          {...(faults[language] && { status: 'error' as const })}
          onChange={({ target }) => onChange({ texts: { ...draft.texts, [language]: target.value } })}
        />
        {faults[language] && (
          <p className="speech-fault" role="alert">
            {faults[language]}
          </p>
        )}
        {choices.length > 1 && (
          <Select
            aria-label={t('voiceFor', { language: langNames[language] })}
            className="speech-choice"
            value={draft.voices[language] ?? choices[0]?.id}
            options={choices.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(voice: string) => onChange({ voices: { ...draft.voices, [language]: voice } })}
          />
        )}
      </fieldset>
    );
  });
}
