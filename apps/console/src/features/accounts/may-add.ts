import { accountCodes, type AccountSide } from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';
import { session } from '../../kit/api/session.ts';

/** Whether there is anybody to add here: internal accounts are the provider's, and made by its people. */
export const mayAdd = (side: AccountSide) =>
  may(accountCodes.create[side]) && (side === 'OUTER' || session.user()?.companyType === 0);
