import { createHash } from 'node:crypto';
import type { ErrorName, SignInKind } from '@sweepline/contract';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId, newSecret } from '../../platform/runtime/ids.ts';
import { inValues } from '../../platform/db/page.ts';
import { accounts } from '../accounts/account-table.ts';
import { noteSignIns, shortAgent } from './sign-in-service.ts';
import { sessions, type EndedBecause } from './session-table.ts';
import { loginConfirms } from './sign-in-table.ts';

export const sessionEnded = 'session.ended';
/** Somebody's rights, company or standing may have changed: sessions are read anew. */
export const rightsChanged = 'rights.changed';

/** What `sessionEnded` carries. Without a reason the browsers are only told to leave. */
export interface EndedSessions {
  sessionIds: readonly string[];
  reason?: ErrorName;
}

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

/** What the database keeps of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** What the token of a session that ended is told. */
export const reasonOf: Record<EndedBecause, ErrorName> = {
  LOGOUT: 'signedOut',
  KICKED: 'kicked',
  SIGNED_OUT: 'endedByOwner',
  EXPIRED: 'signedOut',
  DISABLED: 'endedByDisabling',
  FROZEN: 'endedByFreezing',
  RESET: 'endedByReset',
  DELETED: 'signedOut',
  PASSWORD: 'endedByPasswordChange',
};

/** What the owner reads of it in the history; nothing of what he did himself or time did. */
const noted: Partial<Record<EndedBecause, SignInKind>> = {
  KICKED: 'KICKED',
  SIGNED_OUT: 'ENDED',
  DISABLED: 'ENDED',
  FROZEN: 'ENDED',
  RESET: 'PASSWORD_RESET',
};

/** Ends the sessions a condition names, and tells browsers and whoever remembers them after commit. */
export async function endSessions(
  db: Tx,
  bus: Bus,
  now: Clock,
  because: EndedBecause,
  which: SQL | undefined,
): Promise<number> {
  const at = now().toISOString();
  const ended = await db
    .update(sessions)
    .set({ endedAt: at, endedBecause: because })
    .where(and(isNull(sessions.endedAt), which))
    .returning();
  const kind = noted[because];
  if (kind) await noteSignIns(db, at, kind, ended);
  const sessionIds = ended.map(({ id }) => id);
  const content: EndedSessions = {
    sessionIds,
    ...(because !== 'LOGOUT' && { reason: reasonOf[because] }),
  };
  if (sessionIds.length > 0) db.afterCommit(() => bus.publish(sessionEnded, content));
  return ended.length;
}

export type SignOutCause = 'DISABLED' | 'DELETED' | 'RESET' | 'FROZEN' | 'PASSWORD';

/**
 * Ends every session of these accounts, those of administrators who look through their eyes, and logins that wait to be
 * confirmed; open sockets are closed with the reason. To be called in the transaction of what it follows from, before rows
 * are deleted.
 */
export async function signOutEverywhere(
  db: Tx,
  bus: Bus,
  now: Clock,
  accountIds: readonly string[],
  because: SignOutCause,
): Promise<void> {
  if (accountIds.length === 0) return;
  // Who looks through their eyes may be of a company above, and an account may have come from another.
  await asSystem(db, async (all) => {
    await all.delete(loginConfirms).where(inValues(loginConfirms.accountId, accountIds));
    await endSessions(all, bus, now, because, inValues(sessions.accountId, accountIds));
    await endSessions(all, bus, now, 'EXPIRED', inValues(sessions.viewedId, accountIds));
  });
}

/** Logins of one account take turns, so that of two at once the later one finds the session of the earlier. */
export const lockAccount = (db: Tx, accountId: string) =>
  db.execute(sql`select 1 from accounts where id = ${accountId} for update`);

/** The session that stands in the way of another login; a look through the account's eyes does not. */
export const ownSession = (accountId: string) =>
  and(eq(sessions.accountId, accountId), isNull(sessions.viewedId));

/** Opens the session of an account and answers its token. Whoever calls has locked the account and ended what was live. */
export async function openSession(
  db: Tx,
  now: Clock,
  account: { id: string; companyId: string },
  from: { address: string; agent: string },
): Promise<string> {
  const at = now().toISOString();
  const token = newSecret();
  const { address, agent } = from;
  const session = { companyId: account.companyId, accountId: account.id, address, agent: shortAgent(agent) };
  await db
    .insert(sessions)
    .values({ ...session, id: newId(), tokenHash: hashOf(token), createdAt: at, lastSeenAt: at });
  await db.update(accounts).set({ lastSignInAt: at }).where(eq(accounts.id, account.id));
  await noteSignIns(db, at, 'SIGNED_IN', [session]);
  return token;
}
