import { accountCalls, type Account, type AccountSide } from '@sweepline/contract';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AccountActions } from './account-actions.tsx';
import { AccountBulk } from './account-bulk.tsx';
import { AccountFilters } from './account-filters.tsx';
import { AccountMoreFilters } from './account-more-filters.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { addDialogs, type AddDialog } from './add-dialogs.ts';
import { mayAdd } from './may-add.ts';
import { useAccountColumns } from './use-account-columns.tsx';
import './accounts.css';

export function AccountList({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/accounts');
  const list = useList(accountCalls.list, { side });
  const columns = useAccountColumns(side);
  // The page of a company without accounts leads here.
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<AddDialog | null>(params.has('add') && mayAdd(side) ? 'create' : null);
  const close = () => {
    setOpen(null);
    setParams(
      (old) => {
        old.delete('add');
        return old;
      },
      { replace: true },
    );
  };
  const rowActions = useCallback((account: Account) => <AccountActions account={account} />, []);
  const bulk = useCallback(
    (rows: Account[], clear: () => void) => <AccountBulk rows={rows} onDone={clear} />,
    [],
  );
  const add = mayAdd(side) && (
    <Button look="main" icon="plus" onClick={() => setOpen('create')}>
      {t('add')}
    </Button>
  );
  const invite = mayAdd(side) && (
    <Button icon="mail" onClick={() => setOpen('invite')}>
      {t('invite')}
    </Button>
  );
  const Dialog = open && addDialogs[open];
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        filters={<AccountFilters side={side} />}
        more={<AccountMoreFilters side={side} />}
        actions={
          <>
            <AccountTabs side={side} value="accounts" />
            <ExportButton call={accountCalls.export} input={{ ...list.filters, side }} name="accounts" />
            {invite}
            {add}
          </>
        }
        rowActions={rowActions}
        bulk={bulk}
        empty={
          <Empty icon="user" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {Dialog && (
        <Suspense>
          <Dialog side={side} companyId={params.get('companyId')} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
