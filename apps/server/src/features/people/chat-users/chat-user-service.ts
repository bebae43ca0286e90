import { createHash, randomInt } from 'node:crypto';
import type { ChatApp } from '@sweepline/contract';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Account } from '../../../platform/calls/ctx.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { chatLinkCodes, chatUsers } from './chat-user-table.ts';

const codeMs = 10 * 60_000;
/** Without 0, O, 1 and I, which are easily confused. Eight letters are 40 bits of entropy. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Creates the code of an account and invalidates its earlier code. Only the hash of a code is stored. */
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
 * Uses a code and links the user of the messaging app to its account. Undefined if the code is wrong, used or expired,
 * or its account is disabled. An earlier link of the same user ends.
 */
export async function useLinkCode(db: Tx, now: Clock, code: string, { app, externalId, name }: AppUser) {
  const at = now().toISOString();
  // The delete claims the code: of two concurrent uses one finds the row.
  const [claimed] = await db
    .delete(chatLinkCodes)
    .where(and(eq(chatLinkCodes.codeHash, hashOf(code)), gt(chatLinkCodes.expiresAt, at)))
    .returning({ accountId: chatLinkCodes.accountId });
  if (!claimed) return undefined;
  const [owner] = await db
    .select({
      id: accounts.id,
      companyId: accounts.companyId,
      nickname: accounts.nickname,
      companyName: companies.name,
    })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(and(eq(accounts.id, claimed.accountId), eq(accounts.disabled, false)));
  if (!owner) return undefined;
  await db
    .update(chatUsers)
    .set({ unlinkedAt: at, unlinkedBy: name })
    .where(and(eq(chatUsers.app, app), eq(chatUsers.externalId, externalId), isNull(chatUsers.unlinkedAt)));
  const secret = newSecret();
  await db.insert(chatUsers).values({
    app,
    externalId,
    name,
    linkedAt: at,
    secretHash: hashOf(secret),
    companyId: owner.companyId,
    accountId: owner.id,
  });
  return { secret, nickname: owner.nickname, companyName: owner.companyName };
}

/** Ends a link. False if there is no such link. */
export async function unlink(
  db: Tx,
  now: Clock,
  by: string,
  which: { id: string; accountId?: string } | { secret: string },
): Promise<boolean> {
  const condition =
    'secret' in which
      ? eq(chatUsers.secretHash, hashOf(which.secret))
      : and(
          eq(chatUsers.id, which.id),
          which.accountId === undefined ? undefined : eq(chatUsers.accountId, which.accountId),
        );
  const ended = await db
    .update(chatUsers)
    .set({ unlinkedAt: now().toISOString(), unlinkedBy: by })
    .where(and(condition, isNull(chatUsers.unlinkedAt)))
    .returning({ id: chatUsers.id });
  return ended.length > 0;
}
