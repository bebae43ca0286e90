import { companyTypes, type Call } from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';
import { session } from '../../kit/api/session.ts';

/** Whether the user may send a change: only people of the provider change software and apps. */
export const mayChange = ({ allow }: Pick<Call, 'allow'>): boolean =>
  may(allow) && session.user()?.companyType === companyTypes.provider;
