import { eq } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal, type Account, type FindAccount } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { isAgreementDue } from '../../../entities/people/agreement-service.ts';
import { accountById, type AccountWithRole } from '../../../entities/people/account-service.ts';
import { accountViewed } from './view-service.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import {
  agreementsAccepted,
  hashOf,
  reasonOf,
  rightsChanged,
  sessionEnded,
  type SessionLimits,
} from './session-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { blockedReason } from './account-status-service.ts';

/** A session is cached for this time. An ended session is dropped immediately by a bus message. */
const trustedMs = 10_000;
const seenEveryMs = 60_000;
const maxCached = 20_000;

interface CachedSession {
  account: Account;
  createdAt: number;
  lastSeenAt: number;
  readAt: number;
}

/** Finds the account of a token in the cache or in the database. */
export function createSessionFinder(
  db: Db,
  bus: Bus,
  now: Clock,
  limits: SessionLimits,
  onError: (error: unknown) => void,
): FindAccount {
  const cache = new Map<string, CachedSession>();
  // Counts the change messages. A session that was read during a change may be outdated and is not cached.
  let changes = 0;
  bus.subscribe(sessionEnded, ({ content }) => {
    changes += 1;
    const ended = new Set(content.sessionIds);
    for (const [hash, entry] of cache) {
      // A view ends with the session that opened it. Views are few, so all of them are dropped.
      if (ended.has(entry.account.sessionId) || entry.account.viewer) cache.delete(hash);
    }
  });
  const forgetAll = () => {
    changes += 1;
    cache.clear();
  };
  bus.subscribe(rightsChanged, forgetAll);
  bus.subscribe(agreementsAccepted, ({ content }) => {
    changes += 1;
    for (const [hash, { account }] of cache) if (account.companyId === content.companyId) cache.delete(hash);
  });
  bus.onGap(forgetAll);

  const markSeen = (entry: CachedSession, ms: number) => {
    entry.lastSeenAt = ms;
    const lastSeenAt = new Date(ms).toISOString();
    // Not awaited by the request. A failure loses at most a minute of idle time.
    inScope(db, '*', (tx) =>
      tx.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, entry.account.sessionId)),
    ).catch(onError);
  };

  return async (token, by = 'person') => {
    const hash = hashOf(token);
    const ms = now().getTime();
    let entry = cache.get(hash);
    if (!entry || ms - entry.readAt >= trustedMs || ms < entry.readAt) {
      cache.delete(hash);
      const cachedSeenAt = entry?.lastSeenAt ?? 0;
      const before = changes;
      entry = await readSession(db, token, hash, ms);
      // The write of the latest use may still be pending.
      entry.lastSeenAt = Math.max(entry.lastSeenAt, cachedSeenAt);
      if (cache.size >= maxCached) cache.clear();
      if (changes === before) cache.set(hash, entry);
    }
    if (!isAlive(entry, ms, limits)) throw new Refusal('signedOut');
    // Background requests do not count: only use by a person extends an idle session.
    if (by === 'person' && ms - entry.lastSeenAt > seenEveryMs) markSeen(entry, ms);
    return entry.account;
  };
}

/** Whether a session is within both limits: idle time and age. */
const isAlive = (
  session: Pick<CachedSession, 'createdAt' | 'lastSeenAt'>,
  ms: number,
  limits: SessionLimits,
) => ms - session.lastSeenAt <= limits.idleMs && ms - session.createdAt <= limits.absoluteMs;

const readSession = (db: Db, token: string, tokenHash: string, ms: number): Promise<CachedSession> =>
  inScope(
    db,
    '*',
    async (tx) => {
      const [session] = await tx.select().from(sessions).where(eq(sessions.tokenHash, tokenHash));
      if (!session) throw new Refusal('signedOut');
      if (session.endedAt) throw new Refusal(reasonOf[session.endedBecause ?? 'EXPIRED']);
      const user = await accountById(tx, session.accountId);
      if (!user) throw new Refusal('signedOut');
      const reason = await blockedReason(tx, user);
      if (reason) throw new Refusal(reasonOf[reason]);
      const viewed = await accountViewed(tx, session, user, ms);
      // A viewer reads, and agrees to nothing in the name of another person.
      const agreementDue = viewed === undefined && (await isAgreementDue(tx, user, new Date(ms)));
      return {
        account: {
          ...(await accountOf(tx, viewed ?? user, { sessionId: session.id, token })),
          ...(viewed && viewedBy(user)),
          agreementDue,
        },
        createdAt: Date.parse(session.createdAt),
        lastSeenAt: Date.parse(session.lastSeenAt),
        readAt: ms,
      };
    },
    { readOnly: true },
  );

/** A view requires no new password. It carries the names of both accounts. */
const viewedBy = ({ account: { id, username, nickname } }: AccountWithRole) => ({
  viewer: { id, username, nickname },
  mustChangePassword: false,
});

const accountOf = async (
  tx: Tx,
  user: AccountWithRole,
  session: { sessionId: string; token: string },
): Promise<Omit<Account, 'agreementDue'>> => ({
  id: user.account.id,
  username: user.account.username,
  nickname: user.account.nickname,
  ...(user.roleName !== null && { roleName: user.roleName }),
  ...session,
  superAdmin: user.account.roleType === 1,
  companyId: user.company.id,
  scope: await scopeOf(tx, user.account, user.company),
  permissionCodes: new Set(user.permissionCodes ?? []),
  mustChangePassword: user.account.mustChangePassword,
});
