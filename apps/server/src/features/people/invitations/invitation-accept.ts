import { fieldReason, type Input, type invitationCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import { hashPassword } from '../../../platform/runtime/passwords.ts';
import { insertAccount } from '../../../entities/people/account-service.ts';
import { lineageOf } from '../../../entities/people/approval-service.ts';
import { checkNewPassword } from '../auth/password-service.ts';
import { findOpenInvitation } from './invitation-service.ts';
import { invitations } from './invitation-table.ts';

/**
 * Creates the account of an invitation. The invitation is checked before the slow hash of the password, and locked and checked
 * again after it.
 */
export async function acceptInvitation(ctx: Ctx, input: Input<typeof invitationCalls.accept>) {
  const { services, now } = ctx;
  const { token, username, nickname, password } = input;
  await inScope(services.db, '*', (all) => findOpenInvitation(all, now, token), { readOnly: true });
  checkNewPassword(password, { username });
  const passwordHash = await hashPassword(password);
  return await inScope(services.db, '*', async (all) => {
    const { id, companyId, email, roleId, roleType, invitedById } = await findOpenInvitation(
      all,
      now,
      token,
      {
        lock: true,
      },
    );
    const at = now().toISOString();
    // The inviter may be the one who reads the letter.
    const creatorIds = invitedById ? await lineageOf(all, invitedById) : [];
    const account = { companyId, username, nickname, email, roleId, roleType, passwordHash, creatorIds };
    const accountId = await insertAccount(all, now, username, { ...account, passwordChangedAt: at }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.reason !== 'nameTaken') throw error;
        throw new Refusal('nameTaken', { fields: { username: fieldReason('NAME_TAKEN') } });
      },
    );
    await all.update(invitations).set({ acceptedAt: at, accountId }).where(eq(invitations.id, id));
    return { id, username };
  });
}
