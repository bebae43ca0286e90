import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ErrorName, SignInKind } from '@sweepline/contract';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId, newSecret } from '../../../platform/runtime/ids.ts';
import { inValues } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { recordSignIns, shortAgent } from './sign-in-service.ts';
import { sessions, type EndedBecause } from '../../../entities/people/session-table.ts';
import { loginConfirms } from './sign-in-table.ts';

const endedSessions = z.object({ sessionIds: z.array(z.uuid()), reason: z.custom<ErrorName>().optional() });
export const sessionEnded = createChannel<EndedSessions>('session.ended', endedSessions);
/** The rights, company or status of an account may have changed: cached sessions are read again. */
export const rightsChanged = createChannel('rights.changed', z.object({}));

/** Accounts of a company accepted what was due. Not `rightsChanged`: with a new version all accounts accept within a few hours. */
export const agreementsAccepted = createChannel('agreements.accepted', z.object({ companyId: z.uuid() }));

/** The content of `sessionEnded`. Without a reason browsers only sign out. */
export interface EndedSessions {
  sessionIds: readonly string[];
  reason?: ErrorName;
}

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

/** The stored hash of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** The refusal for the token of an ended session. */
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
  BY_ADMINISTRATOR: 'endedByAdministrator',
};

/** The history entry of an end. Logouts and expiries cause none. */
const historyKindOf: Partial<Record<EndedBecause, SignInKind>> = {
  KICKED: 'KICKED',
  SIGNED_OUT: 'ENDED',
  DISABLED: 'ENDED',
  FROZEN: 'ENDED',
  RESET: 'PASSWORD_RESET',
  BY_ADMINISTRATOR: 'ENDED',
};

/** Ends the matching sessions. After the commit it publishes `sessionEnded` for browsers and caches. */
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
  const kind = historyKindOf[because];
  if (kind) await recordSignIns(db, at, kind, ended);
  const sessionIds = ended.map(({ id }) => id);
  const content: EndedSessions = {
    sessionIds,
    ...(because !== 'LOGOUT' && { reason: reasonOf[because] }),
  };
  if (sessionIds.length > 0) db.afterCommit(() => bus.publish(sessionEnded, content));
  return ended.length;
}

export type SignOutCause = 'DISABLED' | 'DELETED' | 'RESET' | 'FROZEN' | 'PASSWORD' | 'BY_ADMINISTRATOR';

/**
 * Ends each session of these accounts, the views of them, and their confirm tokens. Open sockets close with the reason.
 * Call it in the transaction of the causing change, before rows are deleted.
 */
export async function signOutEverywhere(
  db: Tx,
  bus: Bus,
  now: Clock,
  accountIds: readonly string[],
  because: SignOutCause,
): Promise<void> {
  if (accountIds.length === 0) return;
  // A viewer may belong to a company above, and an account may have moved from another company.
  await asSystem(db, async (all) => {
    await all.delete(loginConfirms).where(inValues(loginConfirms.accountId, accountIds));
    await endSessions(all, bus, now, because, inValues(sessions.accountId, accountIds));
    await endSessions(all, bus, now, 'EXPIRED', inValues(sessions.viewedId, accountIds));
  });
}

/** Locks an account, so that of two concurrent logins the later one finds the session of the earlier one. */
export const lockAccount = (db: Tx, accountId: string) =>
  db.execute(sql`select 1 from ${accounts} where id = ${accountId} for update`);

/** The condition for the account's own session. A view of the account is not its own session. */
export const ownSession = (accountId: string) =>
  and(eq(sessions.accountId, accountId), isNull(sessions.viewedId));

/**
 * Opens the session of an account and returns its token. The caller has locked the account and ended its live session.
 */
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
  await recordSignIns(db, at, 'SIGNED_IN', [session]);
  return token;
}
