import type { AccountSide } from '@sweepline/contract';
import { session } from '../../kit/api/session.ts';

/** The company a new account is most likely for: one's own. */
export function likelyCompany(side: AccountSide): { companyId?: string } {
  const user = session.user();
  // The provider has no outer accounts, everybody else no internal ones.
  if (!user || (side === 'OUTER') === (user.companyType === 0)) return {};
  return { companyId: user.companyId };
}
