import { sitePlanCalls, type SiteRow, pages } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { AddButton } from '../../../kit/list/add-button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { SiteActs } from './site-acts.tsx';
import { SiteDialog } from './site-dialog.tsx';

function useSiteColumns(): Column<SiteRow>[] {
  const { t } = useTranslation('places/sites');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '30%',
        sort: 'name',
        cell: ({ id, name, address }) => (
          <>
            <Link to={pages.site({ id })}>{name}</Link>
            <small>{address || t('noAddress')}</small>
          </>
        ),
      },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      {
        key: 'floors',
        title: t('floors'),
        cell: ({ floors }) => (floors.length > 0 ? floors.map(({ name }) => name).join(' · ') : unknown),
      },
      { key: 'maps', title: t('maps'), numeric: true, cell: ({ mapCount }) => formatNumber(mapCount) },
      {
        key: 'devices',
        title: t('robots'),
        numeric: true,
        cell: ({ deviceCount, onlineCount }) => (
          <>
            <span>{formatNumber(deviceCount)}</span>
            <small>{t('online', { count: onlineCount, shown: formatNumber(onlineCount) })}</small>
          </>
        ),
      },
      { key: 'timezone', title: t('timezone'), hidden: true, cell: ({ timezone }) => timezone },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}

/** All sites that the account can see. */
export function SiteListPage() {
  const { t } = useTranslation('places/sites');
  const navigate = useNavigate();
  const list = useList(sitePlanCalls.overview);
  const columns = useSiteColumns();
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((site: SiteRow) => <SiteActs site={site} />, []);
  const add = <AddButton call={sitePlanCalls.create} text={t('add')} onClick={() => setAdding(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <CompanyFilter label={t('company')} />
          </>
        }
        empty={
          <Empty icon="building" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && (
        <SiteDialog
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate(pages.site({ id }))}
        />
      )}
    </>
  );
}
