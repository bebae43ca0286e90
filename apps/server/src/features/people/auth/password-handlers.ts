import { type authCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Handlers } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { hashPassword, passwordFits } from '../../../platform/runtime/passwords.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { accountById, type AccountWithRole } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { checkNewPassword } from './password-service.ts';
import type { LoginGuard } from './login-guard.ts';
import { lockAccount, signOutEverywhere } from './session-service.ts';
import { recordSignIns } from './sign-in-service.ts';

/** Holds no database connection while it waits for two hash computations. */
export const changePassword = (guard: LoginGuard): Handlers<typeof authCalls>['changePassword'] =>
  withoutTransaction(
    async (ctx, { originPassword, password, userId }) => {
      const { account, now } = ctx;
      if (userId !== account.id) throw new Refusal('notFound');
      checkNewPassword(password, { username: account.username, originPassword });
      const user = await inShortTransaction(ctx, (db) => accountById(db, account.id));
      if (!user) throw new Refusal('signedOut');
      await checkOrigin(guard, user, originPassword);
      const until = user.account.mustChangePassword && user.account.initialPasswordUntil;
      if (until && Date.parse(until) <= now().getTime()) throw new Refusal('initialPasswordExpired');
      await replace(ctx, user, await hashPassword(password));
      return {};
    },
    fromChanged(accounts, async () => ({})),
  );

async function checkOrigin(guard: LoginGuard, { account }: AccountWithRole, originPassword: string) {
  const attempt = await guard.enterOwn(account.id);
  const fits = await passwordFits(account.passwordHash, originPassword).catch((error: unknown) => {
    attempt.settle('withdrawn');
    throw error;
  });
  attempt.settle(fits ? 'succeeded' : 'failed');
  if (!fits) throw wrongField('originPassword', 'PASSWORD_WRONG');
}

const replace = (ctx: Ctx, { account }: AccountWithRole, passwordHash: string) =>
  inShortTransaction(ctx, async (db) => {
    const { now, services, caller } = ctx;
    const at = now().toISOString();
    await lockAccount(db, account.id);
    const current = await accountById(db, account.id);
    // The password was reset or changed since the check of the original one.
    if (current?.account.passwordHash !== account.passwordHash)
      throw wrongField('originPassword', 'PASSWORD_WRONG');
    const flags = { mustChangePassword: false, initialPasswordUntil: null, passwordChangedAt: at };
    await db
      .update(accounts)
      .set({ passwordHash, ...flags, updatedAt: at, updatedBy: account.username })
      .where(eq(accounts.id, account.id));
    const { address, agent } = caller;
    const place = { companyId: account.companyId, accountId: account.id, address, agent };
    await recordSignIns(db, at, 'PASSWORD_CHANGED', [place]);
    await signOutEverywhere(db, services.bus, now, [account.id], 'PASSWORD');
  });
