import { chatApps, chatStates, chatUserCalls, type ChatUser } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { may } from '../../../kit/api/may.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useChatUserColumns } from './use-chat-user-columns.tsx';

/** The links between messaging-app users and accounts, with an action to unlink. */
export function ChatUserListPage() {
  const { t } = useTranslation('people/chat-users');
  const [params] = useSearchParams();
  const list = useList(chatUserCalls.list);
  const columns = useChatUserColumns();
  const [ending, setEnding] = useState<ChatUser | null>(null);
  const unlinks = may(chatUserCalls.unlink.allow);
  const rowActions = useCallback(
    (user: ChatUser) =>
      unlinks && user.state === 'LINKED' ? (
        <Button look="quiet" onClick={() => setEnding(user)}>
          {t('unlink')}
        </Button>
      ) : null,
    [t, unlinks],
  );
  // The published URL of one company's users has `company`; the call's field is `companyId`.
  const company = params.get('company');
  if (company) return <Navigate to={`?companyId=${encodeURIComponent(company)}`} replace />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <CompanyFilter label={t('company')} />
            <ChoiceFilter
              name="app"
              label={t('app')}
              options={chatApps.map((app) => ({ value: app, label: t(`apps.${app}`) }))}
            />
            <ChoiceFilter
              name="state"
              label={t('state')}
              options={chatStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
            />
          </>
        }
        empty={<Empty icon="user" title={t('empty')} hint={t('emptyHint')} />}
      />
      {ending && <UnlinkDialog user={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function UnlinkDialog({ user, onClose }: { user: ChatUser; onClose: () => void }) {
  const { t } = useTranslation('people/chat-users');
  return (
    <ConfirmCallDialog
      title={t('unlinkTitle', { name: user.name, app: t(`apps.${user.app}`) })}
      call={chatUserCalls.unlink}
      input={{ id: user.id }}
      act={t('unlink')}
      done={t('unlinked', { name: user.name })}
      onClose={onClose}
    >
      {t('unlinkHint', { account: user.nickname })}
    </ConfirmCallDialog>
  );
}
