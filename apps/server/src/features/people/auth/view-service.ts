import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Scope, Tx } from '../../../platform/db/db.ts';
import { accountById, type AccountWithRole } from '../../../entities/people/account-service.ts';
import { blockedReason } from './account-status-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { coversAll, type ViewRights } from './access-rules-service.ts';
import { accountCodes, everything, grants, sideOf } from '@sweepline/contract';

/** The maximum duration of a view. */
export const viewMs = 3_600_000;

/** The rights and the scope of an account, as its session has them. */
async function viewRightsOf(all: Tx, row: AccountWithRole): Promise<ViewRights> {
  const scope: Scope = await scopeOf(all, row.account, row.company);
  const superAdmin = row.account.roleType === 1;
  return { superAdmin, permissionCodes: new Set(superAdmin ? [everything] : row.permissionCodes), scope };
}

/** Whether an account may view as another, by the current rights of both. */
export async function mayView(all: Tx, viewer: AccountWithRole, viewed: AccountWithRole): Promise<boolean> {
  const [own, theirs] = [await viewRightsOf(all, viewer), await viewRightsOf(all, viewed)];
  if (await blockedReason(all, viewed)) return false;
  if (!grants(own.permissionCodes, accountCodes.viewAs[sideOf(viewed.company.type)])) return false;
  const sees = own.scope === '*' || own.scope.includes(viewed.company.id);
  return sees && coversAll(own, theirs);
}

type Session = typeof sessions.$inferSelect;

/**
 * The viewed account of a session, undefined if the session is not a view. A view lasts at most `viewMs`. It ends
 * earlier with the session that opened it, or with the rights that allowed it. The transaction must see all companies.
 */
export async function accountViewed(
  all: Tx,
  session: Session,
  viewer: AccountWithRole,
  ms: number,
): Promise<AccountWithRole | undefined> {
  if (session.viewedId === null) return undefined;
  const [own] = await all
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(
      and(eq(sessions.accountId, session.accountId), isNull(sessions.viewedId), isNull(sessions.endedAt)),
    );
  const viewed = await accountById(all, session.viewedId);
  const since = Date.parse(session.createdAt);
  // An own session that is younger than the view is a later login: the session that opened the view has ended.
  const alive = own !== undefined && Date.parse(own.createdAt) <= since && ms - since <= viewMs;
  if (!alive || !viewed || !(await mayView(all, viewer, viewed))) throw new Refusal('viewEnded');
  return viewed;
}
