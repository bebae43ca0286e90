import { type authCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Handlers } from '../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import { hashPassword, passwordFits } from '../../platform/runtime/passwords.ts';
import { inShortTransaction, withoutTransaction } from '../../platform/calls/without-transaction.ts';
import { accountById, type KnownAccount } from '../accounts/account-service.ts';
import { accounts } from '../accounts/account-table.ts';
import { checkNewPassword } from '../accounts/password-service.ts';
import type { LoginGuard } from './login-guard.ts';
import { lockAccount, signOutEverywhere } from './session-service.ts';
import { noteSignIns } from './sign-in-service.ts';

/** Waits for two turns at the hash and holds no connection meanwhile. */
export const changePassword = (guard: LoginGuard): Handlers<typeof authCalls>['changePassword'] =>
  withoutTransaction(async (ctx, { originPassword, password, userId }) => {
    const { account, now } = ctx;
    if (userId !== account.id) throw new Refusal('notFound');
    checkNewPassword(password, { username: account.username, originPassword });
    const known = await inShortTransaction(ctx, (db) => accountById(db, account.id));
    if (!known) throw new Refusal('signedOut');
    await checkOrigin(guard, known, originPassword);
    const until = known.account.mustChangePassword && known.account.initialPasswordUntil;
    if (until && Date.parse(until) <= now().getTime()) throw new Refusal('initialPasswordExpired');
    await replace(ctx, known, await hashPassword(password));
    return {};
  });

async function checkOrigin(guard: LoginGuard, { account }: KnownAccount, originPassword: string) {
  const attempt = await guard.enterOwn(account.id);
  const fits = await passwordFits(account.passwordHash, originPassword).catch((error: unknown) => {
    attempt.settle('withdrawn');
    throw error;
  });
  attempt.settle(fits ? 'succeeded' : 'failed');
  if (!fits) throw wrongField('originPassword', 'WRONG');
}

const replace = (ctx: Ctx, { account }: KnownAccount, passwordHash: string) =>
  inShortTransaction(ctx, async (db) => {
    const { now, services, caller } = ctx;
    const at = now().toISOString();
    await lockAccount(db, account.id);
    const current = await accountById(db, account.id);
    // Reset or changed meanwhile: the original that was shown is no longer the one.
    if (current?.account.passwordHash !== account.passwordHash) throw wrongField('originPassword', 'WRONG');
    const passed = { mustChangePassword: false, initialPasswordUntil: null, passwordChangedAt: at };
    await db
      .update(accounts)
      .set({ passwordHash, ...passed, updatedAt: at, updatedBy: account.username })
      .where(eq(accounts.id, account.id));
    const { address, agent } = caller;
    const place = { companyId: account.companyId, accountId: account.id, address, agent };
    await noteSignIns(db, at, 'PASSWORD_CHANGED', [place]);
    await signOutEverywhere(db, services.bus, now, [account.id], 'PASSWORD');
  });
