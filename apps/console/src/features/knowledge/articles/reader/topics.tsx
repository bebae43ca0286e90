import { pages, type FoundCategory } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';

interface Props {
  categories: readonly FoundCategory[];
  chosen: string | undefined;
  params: URLSearchParams;
}

/** The topics with articles, each a link. A search goes over all of them. */
export function Topics({ categories, chosen, params }: Props) {
  const { t } = useTranslation('knowledge/articles/reader');
  if (categories.length === 0) return null;
  const model = params.get('model');
  return (
    <nav className="reader-topics" aria-label={t('topics')}>
      <a href={pages.knowledgeBase({ model })} aria-current={chosen ? undefined : 'page'}>
        {t('all')}
      </a>
      {categories.map(({ id, name, articles }) => (
        <a
          key={id}
          href={pages.knowledgeBase({ topic: id, model })}
          aria-current={id === chosen ? 'page' : undefined}
        >
          {name} <small>{formatNumber(articles)}</small>
        </a>
      ))}
    </nav>
  );
}
