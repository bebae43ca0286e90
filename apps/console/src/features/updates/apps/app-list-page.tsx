import { appCalls, appCategories, appPlatforms, appStates, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { useAppColumns } from './use-app-columns.tsx';
import './apps.css';

/** The apps of screens and phones. The provider writes and publishes them; other companies see those that are for them. */
export function AppListPage() {
  const { t } = useTranslation('updates/apps');
  const list = useList(appCalls.list);
  const add = mayChange(appCalls.add) && (
    <Link className="sl-button sl-button-main" to={pages.app({ add: 1 })}>
      {t('add')}
    </Link>
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={useAppColumns()}
      views
      filters={<Filters />}
      actions={add}
      empty={
        <Empty icon="cards" title={t('emptyTitle')} hint={t('emptyHint')}>
          {add}
        </Empty>
      }
    />
  );
}

function Filters() {
  const { t } = useTranslation('updates/apps');
  const { t: approval } = useTranslation('approval');
  return (
    <>
      <SearchFilter placeholder={t('keyword')} />
      <ChoiceFilter
        name="state"
        label={approval('stateTitle')}
        several
        options={appStates.map((value) => ({ value, label: approval(`state.${value}`) }))}
      />
      <ChoiceFilter
        name="platform"
        label={t('platformTitle')}
        options={appPlatforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
      />
      <ChoiceFilter
        name="category"
        label={t('categoryTitle')}
        options={appCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
    </>
  );
}
