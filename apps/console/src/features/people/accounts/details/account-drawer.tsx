import { accountCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { AccountActions } from '../account-actions.tsx';
import { AccountFacts } from './account-facts.tsx';
import { AccountMark } from '../account-mark.tsx';

/** One account beside the list: its details, rights, session and history. */
export function AccountDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('people/accounts');
  const query = useQuery({ ...callQuery(accountCalls.detail, { id }), meta: { silent: true } });
  const account = query.data?.account;
  return (
    <Drawer
      open
      size={480}
      onClose={onClose}
      title={
        account && (
          <div className="accounts-who">
            <h2 title={account.nickname}>{account.nickname}</h2>
            <small>{account.username}</small>
          </div>
        )
      }
      aria-label={account?.nickname ?? t('account')}
      extra={account && <AccountActions account={account} onRemoved={onClose} />}
    >
      {query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <AccountMark account={query.data.account} />
          <AccountFacts {...query.data} />
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  );
}
