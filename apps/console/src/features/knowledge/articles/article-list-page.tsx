import {
  articleAudiences,
  articleCalls,
  articleCategoryCalls,
  packageModels,
  pages,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { ReleaseStateFilter } from '../../../shared/approval/release-state-filter.tsx';
import { ArticleGaps } from './article-gaps.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { mayWrite } from './may-write.ts';
import { useArticleColumns } from './use-article-columns.tsx';
import './articles.css';

/** The articles of the knowledge base as their editors see them, and what it lacks. */
export function ArticleListPage() {
  const { t } = useTranslation('knowledge/articles');
  const [view, setView] = useAddress('view');
  return (
    <div className="sl-stacked">
      <Tabs
        label={t('title')}
        value={view}
        options={[
          { value: '', text: t('articles') },
          { value: 'gaps', text: t('gaps.title') },
        ]}
        onChange={setView}
      />
      {view === 'gaps' ? <ArticleGaps /> : <ArticleList />}
    </div>
  );
}

function ArticleList() {
  const { t } = useTranslation('knowledge/articles');
  const list = useList(articleCalls.list);
  const [sorting, setSorting] = useState(false);
  const add = mayWrite(articleCalls.add) && (
    <Link className="sl-button sl-button-main" to={pages.article({ add: 1 })}>
      {t('add')}
    </Link>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useArticleColumns()}
        views
        filters={<Filters />}
        actions={
          <>
            <a
              className="sl-button sl-button-quiet"
              href={pages.knowledgeBase()}
              target="_blank"
              rel="noreferrer"
            >
              {t('openBase')}
            </a>
            {mayWrite(articleCategoryCalls.add) && (
              <Button onClick={() => setSorting(true)}>{t('categories')}</Button>
            )}
            {add}
          </>
        }
        empty={
          <Empty icon="bookmark" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {sorting && <CategoriesDialog onClose={() => setSorting(false)} />}
    </>
  );
}

function Filters() {
  const { t } = useTranslation('knowledge/articles');
  const { data } = useQuery(callQuery(articleCategoryCalls.list, { pageSize: 99 }));
  const categories = data?.list ?? [];
  return (
    <>
      <SearchFilter placeholder={t('keyword')} />
      <ReleaseStateFilter />
      <ChoiceFilter
        name="audience"
        label={t('audienceTitle')}
        options={articleAudiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
      />
      <ChoiceFilter
        name="model"
        label={t('model')}
        options={packageModels.map((value) => ({ value, label: value }))}
      />
      <ChoiceFilter
        name="categoryId"
        label={t('category')}
        options={categories.map(({ id, names }) => ({ value: id, label: names[currentLang()] }))}
      />
      <ChoiceFilter
        name="work"
        label={t('work')}
        options={(['REVIEW', 'TRANSLATION'] as const).map((value) => ({ value, label: t(`works.${value}`) }))}
      />
    </>
  );
}
