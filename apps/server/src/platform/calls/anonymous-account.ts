import type { Account } from './ctx.ts';
import type { Tx } from '../db/db.ts';

/** The account of a public call without a session: no rights, no companies. */
export const anonymousAccount: Account = {
  id: '',
  username: '',
  nickname: '',
  sessionId: '',
  token: '',
  superAdmin: false,
  companyId: '',
  scope: [],
  permissionCodes: new Set(),
  mustChangePassword: false,
  agreementDue: false,
};

/** The `db` of public calls and of handlers without a transaction. Any use throws; such a handler opens its own scope. */
export const noTransaction = new Proxy({} as Tx, {
  get: () => {
    throw new Error('this call has no transaction of its own');
  },
});
