import { articleLangsOf, bcp47, langs, noTexts, type Lang, type LangTexts } from '@sweepline/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { currentLang, langNames } from '../../kit/format/lang.ts';
import { Tabs } from '../../kit/ui/tabs.tsx';
import './lang-texts.css';

interface Props {
  label: string;
  /** After the name of a language without a text. */
  missing: string;
  maxLength: number;
  disabled?: boolean;
  /** Form fields pass value and change. */
  value?: LangTexts;
  onChange?: (value: LangTexts) => void;
}

/** A text in each language. The text that it is translated from stands below it. */
export function LangTextsField(props: Props) {
  const { label, missing, maxLength, disabled = false, value = noTexts, onChange } = props;
  const [lang, setLang] = useState<Lang>(currentLang());
  const source =
    lang === currentLang()
      ? undefined
      : articleLangsOf(currentLang()).find((other) => other !== lang && value[other] !== '');
  return (
    <div className="lang-texts">
      <Tabs
        isInner
        label={label}
        value={lang}
        options={langs.map((one) => ({
          value: one,
          text: value[one] === '' ? `${langNames[one]} (${missing})` : langNames[one],
        }))}
        onChange={setLang}
      />
      <Input.TextArea
        aria-label={`${label}: ${langNames[lang]}`}
        lang={bcp47[lang]}
        rows={4}
        maxLength={maxLength}
        disabled={disabled}
        value={value[lang]}
        onChange={({ target }) => onChange?.({ ...value, [lang]: target.value })}
      />
      {source && (
        <small lang={bcp47[source]}>
          {langNames[source]}: {value[source]}
        </small>
      )}
    </div>
  );
}
