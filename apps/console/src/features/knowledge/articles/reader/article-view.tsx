import { bcp47, pages, publicArticleCalls, type FoundArticleDetail, type Lang } from '@sweepline/contract';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { dayOf } from '../../../../kit/format/days.ts';
import { formatDay } from '../../../../kit/format/format-day.ts';
import { currentLang, langNames } from '../../../../kit/format/lang.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { Feedback } from './feedback.tsx';
import { ReadFailure } from './read-failure.tsx';
import { useRead } from '../../../../shared/reader/use-read.ts';

const RichText = lazy(() =>
  lazyPart(() => import('../../../../kit/ui/rich-text.tsx').then((m) => m.RichText)),
);

interface Props {
  id: string;
  /** The language that the address names; by default that of the reader. */
  lang: Lang | undefined;
}

/** One article: question, answer, what it holds for, and whether it helped. */
export function ArticleView({ id, lang }: Props) {
  const { t } = useTranslation('knowledge/articles/reader');
  const { data, error, retry } = useRead(publicArticleCalls.detail, { id, ...(lang && { lang }) });
  const title = data?.question;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (error && !data) return <ReadFailure error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <p className="reader-crumbs">
        <a href={pages.knowledgeBase()}>{t('back')}</a>
        {data.categoryId && data.categoryName && (
          <a href={pages.knowledgeBase({ topic: data.categoryId })}>{data.categoryName}</a>
        )}
      </p>
      <article lang={bcp47[data.lang]}>
        <h1>{data.question}</h1>
        <Notes article={data} expected={lang ?? currentLang()} />
        <Suspense fallback={<Skeleton lines={5} />}>
          <RichText html={data.answer} className="rich-text" />
        </Suspense>
      </article>
      <About article={data} />
      <Feedback id={id} />
      <Button look="quiet" icon="print" onClick={() => print()}>
        {t('print')}
      </Button>
    </>
  );
}

/** What a reader has to know before they follow the answer. */
function Notes({ article, expected }: { article: FoundArticleDetail; expected: Lang }) {
  const { t } = useTranslation('knowledge/articles/reader');
  const notes = [
    article.lang !== expected && t('otherLanguage', { language: langNames[article.lang] }),
    article.isOutdated && t('outdated'),
    article.isExpired && t('expired'),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} role="note" className="reader-note" lang={bcp47[currentLang()]}>
      {note}
    </p>
  ));
}

function About({ article }: { article: FoundArticleDetail }) {
  const { t } = useTranslation('knowledge/articles/reader');
  const { id, alarmCodes, models, fromVersion, toVersion, publishedAt } = article;
  const facts = [
    alarmCodes.length > 0 && t('codes', { codes: alarmCodes.join(', ') }),
    models.length > 0 && t('models', { models: models.join(', ') }),
    fromVersion && t('fromVersion', { version: fromVersion }),
    toVersion && t('toVersion', { version: toVersion }),
    t('published', { day: formatDay(dayOf(publishedAt)) }),
  ].filter((fact) => typeof fact === 'string');
  const others = article.langs.filter((lang) => lang !== article.lang);
  return (
    <>
      <ul className="reader-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="reader-langs">
          {others.map((lang) => (
            <a key={lang} lang={bcp47[lang]} href={pages.knowledgeBase({ id, lang })}>
              {langNames[lang]}
            </a>
          ))}
        </p>
      )}
    </>
  );
}
