import { langs, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ReaderFrame } from '../../../../shared/reader/reader-frame.tsx';
import { ArticleView } from './article-view.tsx';
import { FoundArticles } from './found-articles.tsx';
import { SearchForm } from './search-form.tsx';
import './reader.css';

/** The knowledge base for readers: people open it beside a robot, often without an account. Its form is a plain address. */
export function KnowledgePage() {
  const { t } = useTranslation('knowledge/articles/reader');
  const params = new URLSearchParams(location.search);
  const id = params.get('id');
  return (
    <ReaderFrame title={t('title')} home={pages.knowledgeBase()}>
      {id ? (
        <ArticleView id={id} lang={langs.find((lang) => lang === params.get('lang'))} />
      ) : (
        <>
          <SearchForm params={params} />
          <FoundArticles params={params} />
        </>
      )}
    </ReaderFrame>
  );
}
