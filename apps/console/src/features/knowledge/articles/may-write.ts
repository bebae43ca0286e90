import { companyTypes, type Call } from '@sweepline/contract';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';

/** Whether the user may send a change: companies that run robots only read. */
export const mayWrite = ({ allow }: Pick<Call, 'allow'>): boolean =>
  may(allow) && session.user()?.companyType !== companyTypes.terminal;
