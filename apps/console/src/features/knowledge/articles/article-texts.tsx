import {
  articleLangsOf,
  bcp47,
  langs,
  maxQuestionLength,
  type ArticleDetail,
  type Lang,
} from '@sweepline/contract';
import { Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { currentLang, langNames } from '../../../kit/format/lang.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { TextEditor } from '../../../shared/rich-editor/text-editor.tsx';
import { isWritten, type TextDraft, type Texts } from './article-draft.ts';

const RichText = lazy(() => lazyPart(() => import('../../../kit/ui/rich-text.tsx').then((m) => m.RichText)));

interface Props {
  texts: Texts;
  row: ArticleDetail | undefined;
  readOnly: boolean;
  onChange: (lang: Lang, next: Partial<TextDraft>) => void;
}

/** Question and answer in each language. The text that is translated from stands beside it. */
export function ArticleTexts({ texts, row, readOnly, onChange }: Props) {
  const { t } = useTranslation('knowledge/articles');
  const [lang, setLang] = useState<Lang>(currentLang());
  const [source, setSource] = useState<Lang>();
  const others = articleLangsOf(currentLang()).filter(
    (other) => other !== lang && texts[other].question !== '',
  );
  const beside = others.find((other) => other === source) ?? others[0];
  const markOf = (one: Lang) => {
    if (texts[one].question === '' && !isWritten(texts[one].answer))
      return `${langNames[one]} (${t('noText')})`;
    const known = row?.langs.find((each) => each.lang === one);
    return known?.isOutdated ? `${langNames[one]} (${t('isOutdated')})` : langNames[one];
  };
  return (
    <section className="article-texts">
      <Tabs
        label={t('languages')}
        value={lang}
        options={langs.map((value) => ({ value, text: markOf(value) }))}
        onChange={(next) => setLang(langs.find((one) => one === next) ?? lang)}
      />
      <div className={beside ? 'article-beside' : undefined}>
        {readOnly ? (
          <Written lang={lang} text={texts[lang]} />
        ) : (
          <Written lang={lang} text={texts[lang]} onChange={(next) => onChange(lang, next)} />
        )}
        {beside && (
          <div className="article-source">
            <SelectField
              label={t('beside')}
              value={beside}
              options={others.map((value) => ({ value, label: langNames[value] }))}
              onChange={setSource}
            />
            <Written lang={beside} text={texts[beside]} />
          </div>
        )}
      </div>
    </section>
  );
}

interface WrittenProps {
  lang: Lang;
  text: TextDraft;
  /** Without it the text is only read. */
  onChange?: (next: Partial<TextDraft>) => void;
}

function Written({ lang, text, onChange }: WrittenProps) {
  const { t } = useTranslation('knowledge/articles');
  if (!onChange)
    return (
      <article lang={bcp47[lang]} className="rich-text">
        <h2>{text.question}</h2>
        <Suspense fallback={<Skeleton lines={4} />}>
          <RichText html={text.answer} />
        </Suspense>
      </article>
    );
  return (
    <div className="article-written" lang={bcp47[lang]}>
      <label>
        <span>{t('question')}</span>
        <Input
          maxLength={maxQuestionLength}
          value={text.question}
          onChange={({ target }) => onChange({ question: target.value })}
        />
      </label>
      <TextEditor
        key={lang}
        html={text.answer}
        label={t('answerIn', { language: langNames[lang] })}
        pictures={false}
        onChange={(answer) => onChange({ answer })}
      />
    </div>
  );
}
