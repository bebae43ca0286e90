import type { AccountSide } from '@sweepline/contract';
import { session } from '../../../kit/api/session.ts';

/** The default company of a new account: the caller's own. */
export function defaultCompany(side: AccountSide): { companyId?: string } {
  const user = session.user();
  // The provider has no outer accounts; all other companies have no internal ones.
  if (!user || (side === 'OUTER') === (user.companyType === 0)) return {};
  return { companyId: user.companyId };
}
