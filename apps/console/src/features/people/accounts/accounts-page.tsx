import type { AccountSide } from '@sweepline/contract';
import { useSearchParams } from 'react-router';
import { AccountDrawer } from './details/account-drawer.tsx';
import { AccountList } from './account-list.tsx';
import { InvitationList } from './invitations/invitation-list.tsx';

/** Accounts of one side, and their invitations. The open account is in the URL. */
export function AccountsPage({ side }: { side: AccountSide }) {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const close = () =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('id');
        return next;
      },
      { replace: true },
    );
  return (
    <>
      {params.get('tab') === 'invitations' ? <InvitationList side={side} /> : <AccountList side={side} />}
      {id && <AccountDrawer id={id} onClose={close} />}
    </>
  );
}
