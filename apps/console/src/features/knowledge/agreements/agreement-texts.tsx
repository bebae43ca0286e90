import { bcp47, langs, maxAgreementTitle, type AgreementDetail, type Lang } from '@sweepline/contract';
import { Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { currentLang, langNames } from '../../../kit/format/lang.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { TextEditor } from '../../../shared/rich-editor/text-editor.tsx';
import { isComplete, type TextDraft, type Texts } from './agreement-draft.ts';
import { TextDifference } from './reader/text-difference.tsx';

const RichText = lazy(() => lazyPart(() => import('../../../kit/ui/rich-text.tsx').then((m) => m.RichText)));

interface Props {
  texts: Texts;
  before: AgreementDetail['before'] | undefined;
  readOnly: boolean;
  onChange: (lang: Lang, next: Partial<TextDraft>) => void;
}

/** Title and text in each language, or what differs from the version before. */
export function AgreementTexts({ texts, before, readOnly, onChange }: Props) {
  const { t } = useTranslation('knowledge/agreements');
  const [lang, setLang] = useState<Lang>(currentLang());
  const [compares, setCompares] = useState(false);
  const earlier = before?.texts.find((text) => text.lang === lang);
  return (
    <section className="agreement-texts">
      <Tabs
        label={t('languages')}
        value={lang}
        options={langs.map((value) => ({
          value,
          text: isComplete(texts[value]) ? langNames[value] : `${langNames[value]} (${t('noText')})`,
        }))}
        onChange={(next) => setLang(langs.find((one) => one === next) ?? lang)}
      />
      {before && earlier && (
        <Button look="quiet" aria-pressed={compares} onClick={() => setCompares(!compares)}>
          {compares ? t('write') : t('compare', { number: formatNumber(before.number) })}
        </Button>
      )}
      {compares && earlier ? (
        <article lang={bcp47[lang]}>
          <h2>{texts[lang].title}</h2>
          <TextDifference before={earlier.body} after={texts[lang].body} />
        </article>
      ) : readOnly ? (
        <article lang={bcp47[lang]} className="rich-text">
          <h2>{texts[lang].title}</h2>
          <Suspense fallback={<Skeleton lines={8} />}>
            <RichText html={texts[lang].body} />
          </Suspense>
        </article>
      ) : (
        <Written key={lang} lang={lang} text={texts[lang]} onChange={(next) => onChange(lang, next)} />
      )}
    </section>
  );
}

interface WrittenProps {
  lang: Lang;
  text: TextDraft;
  onChange: (next: Partial<TextDraft>) => void;
}

function Written({ lang, text, onChange }: WrittenProps) {
  const { t } = useTranslation('knowledge/agreements');
  return (
    <div className="agreement-written" lang={bcp47[lang]}>
      <label>
        <span>{t('textTitle')}</span>
        <Input
          maxLength={maxAgreementTitle}
          value={text.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </label>
      <TextEditor
        html={text.body}
        label={t('textIn', { language: langNames[lang] })}
        pictures={false}
        onChange={(body) => onChange({ body })}
      />
    </div>
  );
}
