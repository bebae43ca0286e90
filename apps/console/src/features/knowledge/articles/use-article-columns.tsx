import { pages, type Article } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatDay } from '../../../kit/format/format-day.ts';
import { formatNumber, formatPercent, unknown } from '../../../kit/format/format.ts';
import { dayOf } from '../../../kit/format/days.ts';
import { langNames } from '../../../kit/format/lang.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ArticleMark } from './article-mark.tsx';

const Question = ({ id, question, categoryName }: Pick<Article, 'id' | 'question' | 'categoryName'>) => (
  <>
    <Link to={pages.article({ id })}>{question}</Link>
    {categoryName && <small>{categoryName}</small>}
  </>
);

/** The languages of an article, and which of them are outdated. */
function Langs({ langs }: Pick<Article, 'langs'>) {
  const { t } = useTranslation('knowledge/articles');
  const outdated = langs.filter(({ isOutdated }) => isOutdated);
  return (
    <>
      {formatNumber(langs.length)}
      {outdated.length > 0 && (
        <small>{t('outdated', { languages: outdated.map(({ lang }) => langNames[lang]).join(', ') })}</small>
      )}
    </>
  );
}

/** The share of readers whose problem was solved; unknown before anyone said so. */
const solvedShare = ({ solved, unsolved }: Pick<Article, 'solved' | 'unsolved'>) =>
  solved + unsolved === 0 ? unknown : formatPercent((solved / (solved + unsolved)) * 100);

export function useArticleColumns(): Column<Article>[] {
  const { t } = useTranslation('knowledge/articles');
  return useMemo(
    () => [
      {
        key: 'question',
        title: t('question'),
        width: '30%',
        cell: (row) => <Question {...row} />,
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '160px',
        cell: (row) => <ArticleMark {...row} />,
      },
      { key: 'audience', title: t('audienceTitle'), cell: ({ audience }) => t(`audience.${audience}`) },
      {
        key: 'about',
        title: t('about'),
        cell: ({ alarmCodes, models }) => (
          <>
            {alarmCodes.join(', ') || unknown}
            <small>{models.join(', ') || t('allModels')}</small>
          </>
        ),
      },
      {
        key: 'langs',
        title: t('languages'),
        cell: (row) => <Langs {...row} />,
      },
      {
        key: 'views',
        title: t('views'),
        sort: 'views',
        numeric: true,
        cell: ({ views }) => formatNumber(views),
      },
      {
        key: 'solved',
        title: t('solvedShare'),
        sort: 'solved',
        numeric: true,
        cell: (row) => solvedShare(row),
      },
      {
        key: 'review',
        title: t('reviewAt'),
        sort: 'reviewAt',
        cell: ({ reviewAt }) => (reviewAt ? formatDay(dayOf(reviewAt)) : unknown),
      },
      {
        key: 'updated',
        title: t('updated'),
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => (
          <>
            <Ago at={updatedAt} />
            {updatedBy && <small>{updatedBy}</small>}
          </>
        ),
      },
    ],
    [t],
  );
}
