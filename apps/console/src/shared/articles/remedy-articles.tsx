import { bcp47, pages, publicArticleCalls, type FoundArticle } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import './remedy-articles.css';

interface Props {
  code: string;
  model: string;
}

const maxArticles = 3;

/** What the knowledge base says about an alarm code on a model: the best article first, and whether it helped. */
export function RemedyArticles({ code, model }: Props) {
  const { t } = useTranslation('articles');
  const { data, isPending } = useQuery({
    ...callQuery(publicArticleCalls.search, { alarmCode: code, model, pageSize: maxArticles }),
    // The sentence of the console is beside it: a knowledge base that does not answer leaves the page as it is.
    meta: { silent: true },
  });
  const [best, ...others] = data?.list ?? [];
  // Until the answer it has its later height, so that what is below does not move.
  if (isPending) return <section className="remedy-articles" aria-busy />;
  if (!best) return null;
  return (
    <section className="remedy-articles" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <ArticleLink article={best} />
      <p>{best.excerpt}</p>
      <Solved id={best.id} />
      {others.map((article) => (
        <ArticleLink key={article.id} article={article} />
      ))}
    </section>
  );
}

/** The page of readers is outside the console: it opens beside the alarm. */
const ArticleLink = ({ article: { id, lang, question } }: { article: FoundArticle }) => (
  <a href={pages.knowledgeBase({ id })} target="_blank" rel="noreferrer" lang={bcp47[lang]}>
    {question}
  </a>
);

function Solved({ id }: { id: string }) {
  const { t } = useTranslation('articles');
  const [isAnswered, setAnswered] = useState(false);
  const feedback = useAction(publicArticleCalls.feedback, {
    done: null,
    quiet: true,
    after: () => setAnswered(true),
  });
  if (isAnswered) return <small role="status">{t('thanks')}</small>;
  return (
    <div role="group" aria-label={t('solved')}>
      <small>{t('solved')}</small>
      <Button look="quiet" busy={feedback.isPending} onClick={() => feedback.mutate({ id, isSolved: true })}>
        {t('yes')}
      </Button>
      <Button look="quiet" busy={feedback.isPending} onClick={() => feedback.mutate({ id, isSolved: false })}>
        {t('no')}
      </Button>
    </div>
  );
}
