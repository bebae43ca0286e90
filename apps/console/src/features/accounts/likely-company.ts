import type { AccountSide } from '@sweepline/contract';
import { session } from '../../kit/session.ts';

/** The company a new account is most likely for: the provider inside; one's own where one has no companies below. */
export function likelyCompany(side: AccountSide): { companyId?: string } {
  const user = session.user();
  if (!user || (side === 'OUTER' && user.companyType === 0)) return {};
  return { companyId: user.companyId };
}
