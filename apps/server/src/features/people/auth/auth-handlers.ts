import { authCalls, companyTypes, everything, outerTree, prune, type SessionUser } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { answer, type Handlers } from '../../../platform/calls/calls.ts';
import { auditedAs, type AuditedAs } from '../../../platform/audit/audit.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { networkOf } from '../../../platform/http/addresses.ts';
import { passwordFits } from '../../../platform/runtime/passwords.ts';
import type { Tickets } from '../../../platform/socket/tickets.ts';
import {
  accountById,
  accountByName,
  normalName,
  type AccountWithRole,
} from '../../../entities/people/account-service.ts';
import { isAgreementDue } from '../../../entities/people/agreement-service.ts';
import { menuImages } from '../../../entities/people/logo-service.ts';
import type { KnownNames } from './known-names.ts';
import { deviceHash, placeAmong } from './known-place-service.ts';
import type { Attempt, LoginGuard } from './login-guard.ts';
import { confirm, enter, type OpenedSession } from './login-service.ts';
import { changePassword } from './password-handlers.ts';
import { endSessions, type SessionLimits } from './session-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import type { FailedSignIns } from './sign-in-service.ts';
import { seesCompanies } from './sees-companies.ts';

export interface AuthNeeds {
  guard: LoginGuard;
  names: KnownNames;
  tickets: Tickets;
  limits: SessionLimits;
  failures: FailedSignIns;
}

/** The session in the form of the contract. */
async function sessionUser(
  db: Tx,
  { user, token }: OpenedSession,
  agreementDue: boolean,
): Promise<SessionUser> {
  const { account, company, permissionCodes } = user;
  const codes = new Set(account.roleType === 1 ? [everything] : permissionCodes);
  return {
    userId: account.id,
    username: account.username,
    nickname: account.nickname,
    session: token,
    roleType: account.roleType,
    companyId: company.id,
    companyName: company.name,
    companyType: company.type,
    companyFeature: company.feature,
    seesCompanies: await seesCompanies(db, account, company),
    authorities: [...codes].map((authority) => ({ authority })),
    permissions: company.type === companyTypes.provider ? prune(codes) : outerTree(prune(codes)),
    images: await menuImages(db, company.id),
    mustChangePassword: account.mustChangePassword,
    agreementDue,
    profile: account.profile,
  };
}

/** The session of a login. The transaction sees all companies. */
const newSession = async (all: Tx, opened: OpenedSession, now: Date): Promise<SessionUser> =>
  await sessionUser(all, opened, await isAgreementDue(all, opened.user, now));

/** Checks the password of an admitted attempt. Returns the account if it fits. */
async function checkPassword(
  db: Db,
  attempt: Attempt,
  { username, password }: { username: string; password: string },
): Promise<AccountWithRole | undefined> {
  try {
    const user = await inScope(db, '*', (tx) => accountByName(tx, username), { readOnly: true });
    // The hash is computed for unknown accounts too: they take the same time and get the same answer.
    const fits = await passwordFits(user?.account.passwordHash, password, attempt.turn);
    attempt.settle(fits ? 'succeeded' : 'failed');
    return fits ? user : undefined;
  } catch (error) {
    attempt.settle('withdrawn');
    throw error;
  }
}

/** Admits an attempt or refuses it for its rate limit. A refusal is noted in the history of the account. */
async function admit(
  { guard, names, failures }: AuthNeeds,
  name: string,
  from: { address: string; agent: string; device: string | undefined },
) {
  const { account, places } = await names.of(name);
  const { address, agent } = from;
  const record = (kind: 'FAILED' | 'HELD_BACK') => {
    if (account) failures.add(kind, { companyId: account.companyId, accountId: account.id, address, agent });
  };
  const place = placeAmong(places, account?.id, from);
  try {
    const visitor = { accountId: account?.id, username: name, network: networkOf(address), ...place };
    return { attempt: await guard.enter(visitor), failed: () => record('FAILED') };
  } catch (error) {
    record('HELD_BACK');
    throw error;
  }
}

const login =
  (needs: AuthNeeds): Handlers<typeof authCalls>['login'] =>
  async ({ services: { db, bus }, now, caller }, { username, password, device }) => {
    const { address, agent } = caller;
    const name = normalName(username).toLowerCase();
    const { attempt, failed } = await admit(needs, name, { address, agent, device });
    const user = await checkPassword(db, attempt, { username, password });
    if (!user) {
      failed();
      throw new Refusal('wrongCredentials');
    }
    const { id } = user.account;
    const context = { bus, now, limits: needs.limits, address, agent };
    const session = await inScope(db, '*', async (tx) => {
      const secret = device === undefined ? null : deviceHash(id, device);
      const opened = await enter({ ...context, db: tx }, user.account, secret);
      return 'needConfirm' in opened ? opened : await newSession(tx, opened, now());
    });
    if ('needConfirm' in session) {
      const as: AuditedAs = {
        account: { ...user.account, superAdmin: user.account.roleType === 1 },
        action: 'auth.needConfirm',
      };
      return { ...session, [auditedAs]: as };
    }
    needs.names.forget(name);
    return session;
  };

const logout = async ({ db, services, now, account }: Ctx) => {
  await endSessions(db, services.bus, now, 'LOGOUT', eq(sessions.id, account.sessionId));
  return {};
};

export const authAnswers = (needs: AuthNeeds) =>
  answer(authCalls, {
    login: login(needs),

    confirm: async ({ services: { db, bus }, now, caller: { address, agent } }, { confirmToken }) => {
      const context = { bus, now, limits: needs.limits, address, agent };
      const session = await inScope(db, '*', async (tx) =>
        newSession(tx, await confirm({ ...context, db: tx }, confirmToken), now()),
      );
      needs.names.forget(normalName(session.username).toLowerCase());
      return session;
    },

    changePassword: changePassword(needs.guard),

    check: async ({ db, account }) => {
      const owner = await accountById(db, account.id);
      if (!owner) throw new Refusal('signedOut');
      const { viewer } = account;
      const user = await sessionUser(db, { user: owner, token: account.token }, account.agreementDue);
      return viewer ? { ...user, mustChangePassword: false, viewer } : user;
    },

    logout,

    // The ticket may be stored in a transaction of its own; a call must not hold a second connection meanwhile.
    socketTicket: withoutTransaction(({ account, caller }: Ctx) =>
      needs.tickets.issue(account.viewer?.id ?? account.id, { token: account.token, lang: caller.lang }),
    ),
  });
