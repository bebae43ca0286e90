import { companyTypes, type Call } from '@sweepline/contract';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';

/** Whether the user may send a change: the operator of the console is the party to its agreements. */
export const mayWrite = ({ allow }: Pick<Call, 'allow'>): boolean =>
  may(allow) && session.user()?.companyType === companyTypes.provider;
