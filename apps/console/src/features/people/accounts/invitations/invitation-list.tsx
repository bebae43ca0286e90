import { invitationCalls, invitationStates, type AccountSide, type Invitation } from '@sweepline/contract';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { AccountTabs } from '../account-tabs.tsx';
import { addDialogs } from '../add-dialogs.ts';
import { InvitationActions } from './invitation-actions.tsx';
import { mayAdd } from '../may-add.ts';
import { useInvitationColumns } from './use-invitation-columns.tsx';
import '../accounts.css';

export function InvitationList({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/accounts');
  const list = useList(invitationCalls.list, { side });
  const columns = useInvitationColumns(side);
  const [inviting, setInviting] = useState(false);
  const rowActions = useCallback((row: Invitation) => <InvitationActions invitation={row} />, []);
  const invite = mayAdd(side) && (
    <Button look="main" icon="mail" onClick={() => setInviting(true)}>
      {t('invite')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('invitations')}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter placeholder={t('searchInvitations')} />
            {side === 'OUTER' && <CompanyFilter label={t('company')} />}
            <ChoiceFilter
              name="state"
              label={t('state')}
              options={invitationStates.map((value) => ({ value, label: t(`invitationStates.${value}`) }))}
            />
          </>
        }
        actions={
          <>
            <AccountTabs side={side} value="invitations" />
            {invite}
          </>
        }
        rowActions={rowActions}
        empty={
          <Empty icon="mail" title={t('noInvitations')} hint={t('noInvitationsHint')}>
            {invite}
          </Empty>
        }
      />
      {inviting && (
        <Suspense>
          <addDialogs.invite side={side} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  );
}
