import { langs, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { session } from '../../../../kit/api/session.ts';
import { chooseLang, currentLang, langNames } from '../../../../kit/format/lang.ts';
import { Logo } from '../../../../kit/ui/logo.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { ArticleView } from './article-view.tsx';
import { FoundArticles } from './found-articles.tsx';
import { SearchForm } from './search-form.tsx';
import './reader.css';

/**
 * The knowledge base for readers. It needs no account, and uses no heavy parts of the kit: people open it beside a robot. Its links and
 * its form are plain addresses.
 */
export function KnowledgePage() {
  const { t } = useTranslation('knowledge/articles/reader');
  const params = new URLSearchParams(location.search);
  const id = params.get('id');
  const here = location.pathname + location.search;
  return (
    <div className="reader">
      <header>
        <a href={pages.knowledgeBase()}>
          <Logo />
          <strong>{t('title')}</strong>
        </a>
        {session.user() ? (
          <a href="/">{t('toConsole')}</a>
        ) : (
          <a href={`/login?back=${encodeURIComponent(here)}`}>{t('signIn')}</a>
        )}
      </header>
      <main>
        {id ? (
          <ArticleView id={id} lang={langs.find((lang) => lang === params.get('lang'))} />
        ) : (
          <>
            <SearchForm params={params} />
            <FoundArticles params={params} />
          </>
        )}
      </main>
      <footer>
        <Segments
          label={t('languages')}
          value={currentLang()}
          options={langs.map((lang) => ({ value: lang, text: langNames[lang] }))}
          onChange={chooseLang}
        />
      </footer>
    </div>
  );
}
