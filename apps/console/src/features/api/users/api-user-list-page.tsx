import { apiUserCalls, apiUserStates, pages, type ApiUser } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { ApiUserActions } from './api-user-actions.tsx';
import { ApiUserDialog } from './api-user-dialog.tsx';
import { useApiUserColumns } from './use-api-user-columns.tsx';

/** Programs that use the open API: whether each may call, how much, from where, and when it last did. */
export function ApiUserListPage() {
  const { t } = useTranslation('api/users');
  const navigate = useNavigate();
  const list = useList(apiUserCalls.list);
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((row: ApiUser) => <ApiUserActions user={row} />, []);
  const add = <AddButton call={apiUserCalls.add} text={t('add')} onClick={() => setAdding(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useApiUserColumns()}
        rowActions={rowActions}
        filters={
          <>
            <SearchFilter placeholder={t('name')} />
            <ChoiceFilter
              several
              name="state"
              label={t('state')}
              options={apiUserStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
            <CompanyFilter label={t('company')} />
          </>
        }
        actions={
          <>
            <Link to={pages.apiDocs({})}>{t('docs')}</Link>
            {add}
          </>
        }
        empty={
          <Empty icon="key" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && (
        <ApiUserDialog
          // Without a key the user can do nothing yet, so the page with its keys is the next step.
          onAdded={({ id }) => void navigate(pages.apiUser({ id, tab: 'keys' }))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
