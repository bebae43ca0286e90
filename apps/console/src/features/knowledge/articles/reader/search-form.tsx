import { maxArticleSearch, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';

/** A plain form: it also works before and without the program, and each search has an address. */
export function SearchForm({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation('knowledge/articles/reader');
  const model = params.get('model');
  return (
    <form className="reader-search" action={pages.knowledgeBase()} method="get" role="search">
      <label htmlFor="reader-q">{t('searchLabel')}</label>
      <div>
        <input
          id="reader-q"
          className="sl-input"
          name="q"
          type="search"
          maxLength={maxArticleSearch}
          placeholder={t('searchHint')}
          defaultValue={params.get('q') ?? ''}
        />
        {model && <input type="hidden" name="model" value={model} />}
        <Button look="main" type="submit" icon="search">
          {t('search')}
        </Button>
      </div>
      {model && (
        <p>
          {t('forModel', { model })}{' '}
          <a href={pages.knowledgeBase({ q: params.get('q') })}>{t('allModels')}</a>
        </p>
      )}
    </form>
  );
}
