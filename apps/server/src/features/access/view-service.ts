import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Scope, Tx } from '../../platform/db/db.ts';
import { accountById, type KnownAccount } from '../accounts/account-service.ts';
import { blockedReason } from '../auth/account-status-service.ts';
import { sessions } from '../auth/session-table.ts';
import { scopeOf } from '../companies/company-service.ts';
import { coversAll, sideOf, type Eyes } from './access-rules.ts';
import { accountCodes, everything, grants } from '@sweepline/contract';

/** A look through another account's eyes lasts an hour at most. */
export const viewMs = 3_600_000;

/** What an account may do and see, as its session would. */
async function eyesOf(all: Tx, known: KnownAccount): Promise<Eyes> {
  const scope: Scope = await scopeOf(all, known.account, known.company);
  const superAdmin = known.account.roleType === 1;
  return { superAdmin, held: new Set(superAdmin ? [everything] : known.held), scope };
}

/** Whether somebody may look through the eyes of another: now, with the rights both have now. */
export async function mayLook(all: Tx, viewer: KnownAccount, viewed: KnownAccount): Promise<boolean> {
  const [own, theirs] = [await eyesOf(all, viewer), await eyesOf(all, viewed)];
  if (await blockedReason(all, viewed)) return false;
  if (!grants(own.held, accountCodes.viewAs[sideOf(viewed.company.type)])) return false;
  const sees = own.scope === '*' || own.scope.includes(viewed.company.id);
  return sees && coversAll(own, theirs);
}

type Session = typeof sessions.$inferSelect;

/**
 * The account a session looks at, if it is a view. The view lives no longer than an hour, than the session it was opened from, and than the rights it
 * was opened with; it runs over all companies.
 */
export async function accountViewed(
  all: Tx,
  session: Session,
  viewer: KnownAccount,
  ms: number,
): Promise<KnownAccount | undefined> {
  if (session.viewedId === null) return undefined;
  const [own] = await all
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(
      and(eq(sessions.accountId, session.accountId), isNull(sessions.viewedId), isNull(sessions.endedAt)),
    );
  const viewed = await accountById(all, session.viewedId);
  const since = Date.parse(session.createdAt);
  // A session younger than the view is another one: that which the view came from has ended.
  const alive = own !== undefined && Date.parse(own.createdAt) <= since && ms - since <= viewMs;
  if (!alive || !viewed || !(await mayLook(all, viewer, viewed))) throw new Refusal('viewEnded');
  return viewed;
}
