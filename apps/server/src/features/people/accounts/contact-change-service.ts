import { nameOfAccount } from '@sweepline/contract';
import type { accounts } from '../../../entities/people/account-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { notify } from '../notices/notice-service.ts';
import { mailNotice } from '../notices/notice-telling-service.ts';

type Contact = Pick<typeof accounts.$inferSelect, 'email' | 'phone'>;

/** Whether a save changes how the person of an account is reached. */
export const changesContact = (before: Contact, after: Partial<Contact>) =>
  (after.email !== undefined && after.email !== before.email) ||
  (after.phone !== undefined && after.phone !== before.phone);

/** Tells the person of an account, at the address from before as well, that its contact was changed. */
export async function noticeContactChange(
  { db, services, now, account }: Pick<Ctx, 'db' | 'services' | 'now' | 'account'>,
  before: Pick<typeof accounts.$inferSelect, 'id' | 'companyId' | 'username' | 'email'>,
): Promise<void> {
  const { id: accountId, companyId, username, email: address } = before;
  const params = { account: username, by: nameOfAccount(account) };
  const notice = { companyId, accountId, template: 'contactChanged' as const, params };
  await notify(db, services.bus, now, { ...notice, kind: 'system' });
  if (address === '') return;
  const occasion = `contact/${accountId}/${newId()}`;
  await mailNotice(db, now, { ...notice, occasion, address, permission: '' });
}
