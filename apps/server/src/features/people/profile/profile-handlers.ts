import { profileCalls } from '@sweepline/contract';
import { accountById } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { AttemptLimit, AttemptLimits } from '../../../platform/limits/rates/attempt-limits.ts';
import { growingPause } from '../../../platform/limits/rates/throttle.ts';
import { passwordFits } from '../../../platform/runtime/passwords.ts';
import { changesContact, noticeContactChange } from '../accounts/contact-change-service.ts';
import { profileOf, saveProfile } from '../accounts/profile-service.ts';

const [firstMs, maxMs, resetMs] = [2_000, 15 * 60_000, 24 * 3_600_000];
/** A stolen session must not guess the password that it lacks. */
const guesses: AttemptLimit = {
  name: 'own passwords of an account',
  policy: growingPause({ free: 5, firstMs, maxMs, resetMs }),
  keepMs: resetMs,
};

/** Holds no database connection while it waits for a hash computation. */
async function checkPassword({ account }: Ctx, attempts: AttemptLimits, hash: string, password?: string) {
  if (password === undefined) throw wrongField('originPassword', 'REQUIRED');
  const attempt = { limit: guesses, key: account.id };
  const waitMs = await attempts.count([attempt]);
  if (waitMs > 0) throw new Refusal('waitToUnlock', { words: { seconds: String(Math.ceil(waitMs / 1000)) } });
  if (!(await passwordFits(hash, password))) throw wrongField('originPassword', 'PASSWORD_WRONG');
  await attempts.succeeded([attempt]);
}

const read = (ctx: Ctx) => inShortTransaction(ctx, (db) => profileOf(db, ctx.account.id));

/** These calls have no id: they concern the caller's own profile only. */
export const profileAnswers = ({ attempts }: { attempts: AttemptLimits }) =>
  answer(profileCalls, {
    read: async ({ db, account }) => await profileOf(db, account.id),

    save: withoutTransaction(
      async (ctx, { originPassword, ...input }) => {
        const before = await inShortTransaction(ctx, (db) => accountById(db, ctx.account.id));
        if (!before) throw new Refusal('signedOut');
        const contact = changesContact(before.account, input);
        if (contact) await checkPassword(ctx, attempts, before.account.passwordHash, originPassword);
        return await inShortTransaction(ctx, async (db) => {
          // The version is that of the contact that was compared.
          await saveProfile(db, ctx.now, ctx.account, input);
          if (contact) await noticeContactChange({ ...ctx, db }, before.account);
          return await profileOf(db, ctx.account.id);
        });
      },
      fromChanged(accounts, read),
    ),
  });
