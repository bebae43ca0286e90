import { authCalls, everything, prune, type SessionUser } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { answer, type Handlers } from '../../platform/calls.ts';
import { Refusal, type Ctx } from '../../platform/ctx.ts';
import { inScope } from '../../platform/db.ts';
import { passwordFits } from '../../platform/passwords.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { accountById, accountByName, normalName, type KnownAccount } from '../accounts/account-service.ts';
import { deviceHash, knownPlaceOf, networkOf } from './known-place-service.ts';
import type { Attempt, LoginGuard } from './login-guard.ts';
import { confirm, enter, type Entered } from './login-service.ts';
import { changePassword } from './password-handlers.ts';
import { endSessions, type SessionLimits } from './session-service.ts';
import { sessions } from './session-table.ts';
import type { FailedSignIns } from './sign-in-service.ts';

export interface AuthNeeds {
  guard: LoginGuard;
  tickets: Tickets;
  limits: SessionLimits;
  failures: FailedSignIns;
}

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
    profile: account.profile,
  };
}

const userOf = ({ known, token }: Entered) => sessionUser(known, token);

/** Looks at the password of an attempt that is heard: the account it fits, or the one answer for everything else. */
async function heard(
  attempt: Attempt,
  found: KnownAccount | undefined,
  password: string,
): Promise<KnownAccount | undefined> {
  const fits = await passwordFits(found?.account.passwordHash, password, attempt.turn).catch(
    (error: unknown) => {
      attempt.withdrawn();
      throw error;
    },
  );
  if (fits) attempt.succeeded();
  return fits ? found : undefined;
}

const login =
  ({ guard, limits, failures }: AuthNeeds): Handlers<typeof authCalls>['login'] =>
  async ({ services: { db, bus }, now, caller }, { username, password, device }) => {
    const { address, agent } = caller;
    const { found, place } = await inScope(
      db,
      '*',
      async (tx) => {
        const known = await accountByName(tx, username);
        return { found: known, place: await knownPlaceOf(tx, known?.account.id, { address, device }) };
      },
      { readOnly: true },
    );
    const accountId = found?.account.id;
    const note = (kind: 'FAILED' | 'HELD_BACK') => {
      if (found)
        failures.add(kind, {
          companyId: found.account.companyId,
          accountId: found.account.id,
          address,
          agent,
        });
    };
    const name = normalName(username).toLowerCase();
    const attempt = unlessRefused(
      () => guard.enter({ accountId, username: name, network: networkOf(address), ...place }),
      () => note('HELD_BACK'),
    );
    // Hashed before anything is told apart: an unknown account costs the same time and gets the same answer.
    const known = await heard(attempt, found, password);
    if (!known) {
      note('FAILED');
      throw new Refusal('wrongCredentials');
    }
    const entered = await inScope(db, '*', (tx) =>
      enter(
        { db: tx, bus, now, limits, address, agent },
        known.account,
        device === undefined ? null : deviceHash(known.account.id, device),
      ),
    );
    return 'needConfirm' in entered ? entered : userOf(entered);
  };

/** A failure is noted and goes on its way. */
function unlessRefused<T>(work: () => T, refused: () => void): T {
  try {
    return work();
  } catch (error) {
    refused();
    throw error;
  }
}

const logout = async ({ db, services, now, account }: Ctx) => {
  await endSessions(db, services.bus, now, 'LOGOUT', eq(sessions.id, account.sessionId));
  return {};
};

export const authAnswers = (needs: AuthNeeds) =>
  answer(authCalls, {
    login: login(needs),

    confirm: ({ services: { db, bus }, now, caller: { address, agent } }, { confirmToken }) =>
      inScope(db, '*', async (tx) =>
        userOf(await confirm({ db: tx, bus, now, limits: needs.limits, address, agent }, confirmToken)),
      ),

    changePassword: changePassword(needs.guard),

    check: async ({ db, account }) => {
      const found = await accountById(db, account.id);
      if (!found) throw new Refusal('signedOut');
      const { viewer } = account;
      const user = sessionUser(found, account.token);
      return viewer ? { ...user, mustChangePassword: false, viewer } : user;
    },

    logout,

    socketTicket: async ({ account, caller }) =>
      needs.tickets.issue({ token: account.token, lang: caller.lang }),
  });
