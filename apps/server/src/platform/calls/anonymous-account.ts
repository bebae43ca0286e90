import type { Account } from './ctx.ts';
import type { Tx } from '../db/db.ts';

/** Who makes a public call. */
export const anonymousAccount: Account = {
  id: '',
  username: '',
  nickname: '',
  sessionId: '',
  token: '',
  superAdmin: false,
  companyId: '',
  scope: [],
  held: new Set(),
  mustChangePassword: false,
};

/** For public calls, which have no companies, and for handlers that wait: each opens a scope of its own and says which. */
export const noTransaction = new Proxy({} as Tx, {
  get: () => {
    throw new Error('this call has no transaction of its own');
  },
});
