import { articleCalls, langs, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import type { ArticleStart } from './article-draft.ts';
import { ArticleEditor } from './article-editor.tsx';
import { mayWrite } from './may-write.ts';

/** One article as its editors see it, or a new one. */
export function ArticlePage() {
  const { t } = useTranslation('knowledge/articles');
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id) return <StoredArticle id={id} />;
  if (mayWrite(articleCalls.add)) return <ArticleEditor key={params.toString()} start={startOf(params)} />;
  return (
    <Empty icon="bookmark" title={t('noChoice')}>
      <Link className="sl-button" to={pages.articles()}>
        {t('title')}
      </Link>
    </Empty>
  );
}

/** What a new article begins with: a search that found nothing, or an alarm code. */
const startOf = (params: URLSearchParams): ArticleStart => ({
  question: params.get('question') ?? '',
  answer: params.get('answer') ?? '',
  lang: langs.find((lang) => lang === params.get('lang')) ?? currentLang(),
  alarmCodes: params.getAll('code'),
});

function StoredArticle({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...callQuery(articleCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.question);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  // The form begins again with each stored revision: an act of another person never overwrites what is typed unseen.
  return <ArticleEditor key={`${data.id} ${data.revision}`} row={data} />;
}
