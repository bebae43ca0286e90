import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { Refusal, type Account } from '../../platform/ctx.ts';
import { inScope, type Db, type Tx } from '../../platform/db.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import { accountById, type KnownAccount } from '../accounts/account-service.ts';
import { scopeOf } from '../companies/company-service.ts';
import { sessions } from './session-table.ts';

export const sessionEnded = 'session.ended';
/** Somebody's rights, company or standing may have changed: sessions are read anew. */
export const rightsChanged = 'rights.changed';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
/** A live token is looked up once in this time; an ended session is dropped at once, by message. */
const trustedMs = 10_000;
const seenEveryMs = 60_000;
const mostKept = 20_000;

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

/** Opens the session of an account and ends the one that was live. Runs in the caller's transaction; answers the token. */
export async function openSession(
  db: Tx,
  bus: Bus,
  now: Clock,
  account: KnownAccount['account'],
  address: string,
): Promise<string> {
  const at = now().toISOString();
  // Logins of one account take turns, so that the later one finds the earlier one's session and ends it.
  await db.execute(sql`select 1 from accounts where id = ${account.id} for update`);
  const ended = await db
    .update(sessions)
    .set({ endedAt: at, endedBecause: 'KICKED' })
    .where(and(eq(sessions.accountId, account.id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  const token = newSecret();
  await db.insert(sessions).values({
    id: newId(),
    companyId: account.companyId,
    accountId: account.id,
    tokenHash: hashOf(token),
    createdAt: at,
    lastSeenAt: at,
    address,
  });
  db.afterCommit(() =>
    ended.forEach(({ id }) => bus.publish(sessionEnded, { sessionId: id, because: 'KICKED' })),
  );
  return token;
}

export async function closeSession(db: Tx, bus: Bus, now: Clock, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: now().toISOString(), endedBecause: 'LOGOUT' })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  db.afterCommit(() => bus.publish(sessionEnded, { sessionId, because: 'LOGOUT' }));
}

interface Kept {
  account: Account;
  createdAt: number;
  lastSeenAt: number;
  readAt: number;
}

/** Finds the account behind a token: from memory for a few seconds, else from the database. */
export function sessionFinder(
  db: Db,
  bus: Bus,
  now: Clock,
  limits: SessionLimits,
  onError: (error: unknown) => void,
) {
  const kept = new Map<string, Kept>();
  bus.subscribe(sessionEnded, ({ content }) => {
    const { sessionId } = content as { sessionId: string };
    for (const [hash, entry] of kept) if (entry.account.sessionId === sessionId) kept.delete(hash);
  });
  bus.subscribe(rightsChanged, () => kept.clear());

  const markSeen = (entry: Kept, ms: number) => {
    entry.lastSeenAt = ms;
    const lastSeenAt = new Date(ms).toISOString();
    // Beside the request: nobody waits for it, and losing one is losing a minute of idle time.
    inScope(db, '*', (tx) =>
      tx.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, entry.account.sessionId)),
    ).catch(onError);
  };

  return async (token: string): Promise<Account> => {
    const hash = hashOf(token);
    const ms = now().getTime();
    let entry = kept.get(hash);
    if (!entry || ms - entry.readAt >= trustedMs || ms < entry.readAt) {
      kept.delete(hash);
      const seen = entry?.lastSeenAt ?? 0;
      entry = await readSession(db, token, hash, ms);
      // The last word on it may still be on its way to the database.
      entry.lastSeenAt = Math.max(entry.lastSeenAt, seen);
      if (kept.size >= mostKept) kept.clear();
      kept.set(hash, entry);
    }
    if (ms - entry.lastSeenAt > limits.idleMs || ms - entry.createdAt > limits.absoluteMs)
      throw new Refusal('signedOut');
    if (ms - entry.lastSeenAt > seenEveryMs) markSeen(entry, ms);
    return entry.account;
  };
}

const readSession = (db: Db, token: string, tokenHash: string, ms: number): Promise<Kept> =>
  inScope(
    db,
    '*',
    async (tx) => {
      const [session] = await tx.select().from(sessions).where(eq(sessions.tokenHash, tokenHash));
      if (!session) throw new Refusal('signedOut');
      if (session.endedAt) throw new Refusal(session.endedBecause === 'KICKED' ? 'kicked' : 'signedOut');
      const found = await accountById(tx, session.accountId);
      if (!found || found.account.disabled) throw new Refusal('signedOut');
      return {
        account: {
          id: found.account.id,
          username: found.account.username,
          nickname: found.account.nickname,
          sessionId: session.id,
          token,
          superAdmin: found.account.roleType === 1,
          companyId: found.company.id,
          scope: await scopeOf(tx, found.company),
          held: new Set(found.held ?? []),
          mustChangePassword: found.account.mustChangePassword,
        },
        createdAt: Date.parse(session.createdAt),
        lastSeenAt: Date.parse(session.lastSeenAt),
        readAt: ms,
      };
    },
    { readOnly: true },
  );
