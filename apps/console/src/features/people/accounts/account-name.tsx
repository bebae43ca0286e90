import type { Account } from '@sweepline/contract';
import { Link, useSearchParams } from 'react-router';
import { addressWith } from '../../../kit/list/address-input.ts';

/** The display name above the sign-in name. It opens the account beside the list. */
export function AccountName({ account: { id, nickname, username } }: { account: Account }) {
  const [params] = useSearchParams();
  return (
    <>
      <Link className="sl-identity" to={`?${addressWith(params, { id })}`} title={nickname} replace>
        {nickname}
      </Link>
      <small>{username}</small>
    </>
  );
}
