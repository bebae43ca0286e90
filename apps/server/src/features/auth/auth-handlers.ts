import { authCalls, everything, prune, type SessionUser } from '@sweepline/contract';
import { answer } from '../../platform/calls.ts';
import { Refusal } from '../../platform/ctx.ts';
import { inScope } from '../../platform/db.ts';
import { passwordFits } from '../../platform/passwords.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { accountById, accountByName, type KnownAccount } from '../accounts/account-service.ts';
import type { LoginGuard } from './login-guard.ts';
import { closeSession, openSession } from './session-service.ts';

/** Session user info of the specification. */
function sessionUser({ account, company, held }: KnownAccount, session: string): SessionUser {
  const codes = new Set(account.roleType === 1 ? [everything] : held);
  return {
    userId: account.id,
    username: account.username,
    nickname: account.nickname,
    session,
    roleType: account.roleType,
    companyId: company.id,
    companyName: company.name,
    companyType: company.type,
    companyFeature: company.feature,
    authorities: [...codes].map((authority) => ({ authority })),
    permissions: prune(codes),
    images: { menu: company.menuImage ? { imgUrl: company.menuImage } : null },
    mustChangePassword: account.mustChangePassword,
  };
}

export const authAnswers = ({ guard, tickets }: { guard: LoginGuard; tickets: Tickets }) =>
  answer(authCalls, {
    login: async ({ services: { db, bus }, now, caller: { address } }, { username, password }) => {
      await guard.enter(username, address);
      const found = await inScope(db, '*', (tx) => accountByName(tx, username), { readOnly: true });
      // Hashed before anything is told apart: an unknown account costs the same time and gets the same answer.
      if (!(await passwordFits(found?.account.passwordHash, password)) || !found) {
        guard.failed(username, address);
        throw new Refusal('wrongCredentials');
      }
      if (found.account.disabled) throw new Refusal('accountDisabled');
      guard.succeeded(username, address);
      return await inScope(db, '*', async (tx) =>
        sessionUser(found, await openSession(tx, bus, now, found.account, address)),
      );
    },

    check: async ({ db, account }) => {
      const found = await accountById(db, account.id);
      if (!found) throw new Refusal('signedOut');
      return sessionUser(found, account.token);
    },

    logout: async ({ db, services, now, account }) => {
      await closeSession(db, services.bus, now, account.sessionId);
      return {};
    },

    socketTicket: async ({ account, caller }) => tickets.issue({ token: account.token, lang: caller.lang }),
  });
