import { bcp47, pages, publicArticleCalls, type FoundArticle } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ReadFailure } from './read-failure.tsx';
import { Topics } from './topics.tsx';
import { useRead } from '../../../../shared/reader/use-read.ts';

const pageSize = 20;
const maxPageSize = 99;

/** What the address asks for: a text, a topic, a model or an alarm code. */
const filtersOf = (params: URLSearchParams) => ({
  text: params.get('q')?.trim() || undefined,
  categoryId: params.get('topic') || undefined,
  model: params.get('model') || undefined,
  alarmCode: params.get('code') || undefined,
});

/** The articles that answer the address, best first, and the topics to browse. */
export function FoundArticles({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation('knowledge/articles/reader');
  const [size, setSize] = useState(pageSize);
  const filters = filtersOf(params);
  const { data, error, retry } = useRead(publicArticleCalls.search, { ...filters, pageSize: size });
  if (error && !data) return <ReadFailure error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Topics categories={data.categories} chosen={filters.categoryId} params={params} />
      {data.isPartial && (
        <p role="status" className="reader-note">
          {t('partial')}
        </p>
      )}
      {data.list.length === 0 ? (
        <Empty icon="search" title={t('noneTitle')} hint={t('noneHint')}>
          <a className="sl-button" href={pages.knowledgeBase()}>
            {t('back')}
          </a>
        </Empty>
      ) : (
        <ul className="reader-list">
          {data.list.map((article) => (
            <Found key={article.id} article={article} />
          ))}
        </ul>
      )}
      {data.total > data.list.length && size < maxPageSize && (
        <Button onClick={() => setSize(Math.min(maxPageSize, size + pageSize))}>{t('more')}</Button>
      )}
    </>
  );
}

function Found({ article: { id, lang, question, excerpt, alarmCodes } }: { article: FoundArticle }) {
  return (
    <li lang={bcp47[lang]}>
      <a href={pages.knowledgeBase({ id })}>{question}</a>
      {alarmCodes.length > 0 && <code>{alarmCodes.join(', ')}</code>}
      <p>{excerpt}</p>
    </li>
  );
}
