import { articleCalls, pages, type ArticleGaps as Gaps } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { mayWrite } from './may-write.ts';
import '../../../kit/ui/panel.css';

/** What the knowledge base lacks: searches without a hit, and alarm codes without an article. */
export function ArticleGaps() {
  const { t } = useTranslation('knowledge/articles');
  const { data, error, refetch } = useQuery({ ...callQuery(articleCalls.gaps, {}), meta: { silent: true } });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  if (data.searches.length + data.codes.length === 0)
    return <Empty icon="check" title={t('gaps.none')} hint={t('gaps.noneHint')} />;
  return (
    <div className="article-gaps">
      {data.searches.length > 0 && <Searches searches={data.searches} />}
      {data.codes.length > 0 && <Codes codes={data.codes} />}
    </div>
  );
}

function Searches({ searches }: Pick<Gaps, 'searches'>) {
  const { t } = useTranslation('knowledge/articles');
  const close = useAction(articleCalls.closeGap, { done: t('gaps.closed') });
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('gaps.searches')}</h2>
      </header>
      <ul>
        {searches.map(({ lang, text, searches: count, lastAt }) => (
          <li key={`${lang} ${text}`}>
            <span className="sl-panel-what">
              <strong>{text}</strong>
              <small>
                {langNames[lang]} · {t('gaps.count', { count, number: formatNumber(count) })} ·{' '}
                <Ago at={lastAt} />
              </small>
            </span>
            {mayWrite(articleCalls.closeGap) && (
              <Button look="quiet" busy={close.isPending} onClick={() => close.mutate({ lang, text })}>
                {t('gaps.close')}
              </Button>
            )}
            <WriteIt to={pages.article({ add: 1, question: text, lang })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Codes({ codes }: Pick<Gaps, 'codes'>) {
  const { t } = useTranslation('knowledge/articles');
  const { word } = useWords();
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('gaps.codes')}</h2>
      </header>
      <ul>
        {codes.map(({ code, alarms: count }) => (
          <li key={code}>
            <span className="sl-panel-what">
              <strong>
                {code} {word('alarm', code)}
              </strong>
              <small>{t('gaps.alarms', { count, number: formatNumber(count) })}</small>
            </span>
            <WriteIt to={pages.article({ add: 1, question: word('alarm', code), code })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WriteIt({ to }: { to: string }) {
  const { t } = useTranslation('knowledge/articles');
  if (!mayWrite(articleCalls.add)) return null;
  return (
    <Link className="sl-button" to={to}>
      {t('gaps.write')}
    </Link>
  );
}
