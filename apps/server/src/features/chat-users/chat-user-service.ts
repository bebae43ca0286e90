import { createHash, randomInt } from 'node:crypto';
import type { ChatApp } from '@sweepline/contract';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Account } from '../../platform/calls/ctx.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newSecret } from '../../platform/runtime/ids.ts';
import { accounts } from '../accounts/account-table.ts';
import { companies } from '../companies/company-table.ts';
import { chatLinkCodes, chatUsers } from './chat-user-table.ts';

const codeMs = 10 * 60_000;
/** Without 0, O, 1 and I, which people take for each other: 40 bits of chance in eight of them. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** A code for this account; the one before is no longer good. It is kept as its hash only. */
export async function newLinkCode(db: Tx, now: Clock, account: Pick<Account, 'id' | 'companyId'>) {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  const expiresAt = new Date(now().getTime() + codeMs).toISOString();
  const row = { codeHash: hashOf(code), expiresAt, companyId: account.companyId };
  await db
    .insert(chatLinkCodes)
    .values({ ...row, accountId: account.id })
    .onConflictDoUpdate({ target: chatLinkCodes.accountId, set: row });
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt };
}

export interface AppUser {
  app: ChatApp;
  externalId: string;
  name: string;
}

/**
 * Uses a code up and links whoever brought it. Undefined: the code is wrong, used or too old, or its account is disabled. A link
 * the same person of the app had before ends, so of two codes used by one person the later holds.
 */
export async function useLinkCode(db: Tx, now: Clock, code: string, { app, externalId, name }: AppUser) {
  const at = now().toISOString();
  // Deleting is the claim: of two at once one finds the row, the other does not.
  const [taken] = await db
    .delete(chatLinkCodes)
    .where(and(eq(chatLinkCodes.codeHash, hashOf(code)), gt(chatLinkCodes.expiresAt, at)))
    .returning({ accountId: chatLinkCodes.accountId });
  if (!taken) return undefined;
  const [owner] = await db
    .select({
      id: accounts.id,
      companyId: accounts.companyId,
      nickname: accounts.nickname,
      companyName: companies.name,
    })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(and(eq(accounts.id, taken.accountId), eq(accounts.disabled, false)));
  if (!owner) return undefined;
  await db
    .update(chatUsers)
    .set({ unlinkedAt: at, unlinkedBy: name })
    .where(and(eq(chatUsers.app, app), eq(chatUsers.externalId, externalId), isNull(chatUsers.unlinkedAt)));
  const secret = newSecret();
  await db.insert(chatUsers).values({
    ...{ app, externalId, name, linkedAt: at, secretHash: hashOf(secret) },
    ...{ companyId: owner.companyId, accountId: owner.id },
  });
  return { secret, nickname: owner.nickname, companyName: owner.companyName };
}

/** Ends a link; false when there was none to end. */
export async function unlink(
  db: Tx,
  now: Clock,
  by: string,
  which: { id: string; accountId?: string } | { secret: string },
): Promise<boolean> {
  const mine =
    'secret' in which
      ? eq(chatUsers.secretHash, hashOf(which.secret))
      : and(
          eq(chatUsers.id, which.id),
          which.accountId === undefined ? undefined : eq(chatUsers.accountId, which.accountId),
        );
  const ended = await db
    .update(chatUsers)
    .set({ unlinkedAt: now().toISOString(), unlinkedBy: by })
    .where(and(mine, isNull(chatUsers.unlinkedAt)))
    .returning({ id: chatUsers.id });
  return ended.length > 0;
}
