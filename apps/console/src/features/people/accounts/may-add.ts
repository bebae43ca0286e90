import { accountCodes, type AccountSide } from '@sweepline/contract';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';

/** Whether the caller can add accounts here: only the provider adds internal accounts. */
export const mayAdd = (side: AccountSide) =>
  may(accountCodes.create[side]) && (side === 'OUTER' || session.user()?.companyType === 0);
