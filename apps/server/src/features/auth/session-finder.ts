import { eq } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal, type Account, type FindAccount } from '../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { accountById, type KnownAccount } from '../accounts/account-service.ts';
import { accountViewed } from '../access/view-service.ts';
import { scopeOf } from '../companies/company-service.ts';
import {
  hashOf,
  reasonOf,
  rightsChanged,
  sessionEnded,
  type EndedSessions,
  type SessionLimits,
} from './session-service.ts';
import { sessions } from './session-table.ts';
import { blockedReason } from './account-status-service.ts';

/** A live token is looked up once in this time; an ended session is dropped at once, by message. */
const trustedMs = 10_000;
const seenEveryMs = 60_000;
const maxCached = 20_000;

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
): FindAccount {
  const kept = new Map<string, Kept>();
  // Counts what was announced: a session read while something changed may show how it was before, and is not kept.
  let changes = 0;
  bus.subscribe(sessionEnded, ({ content }) => {
    changes += 1;
    const ended = new Set((content as EndedSessions).sessionIds);
    for (const [hash, entry] of kept) {
      // A view ends with the session it was opened from; few are open, so all of them are read anew.
      if (ended.has(entry.account.sessionId) || entry.account.viewer) kept.delete(hash);
    }
  });
  bus.subscribe(rightsChanged, () => {
    changes += 1;
    kept.clear();
  });

  const markSeen = (entry: Kept, ms: number) => {
    entry.lastSeenAt = ms;
    const lastSeenAt = new Date(ms).toISOString();
    // Beside the request: nobody waits for it, and losing one is losing a minute of idle time.
    inScope(db, '*', (tx) =>
      tx.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, entry.account.sessionId)),
    ).catch(onError);
  };

  return async (token, by = 'person') => {
    const hash = hashOf(token);
    const ms = now().getTime();
    let entry = kept.get(hash);
    if (!entry || ms - entry.readAt >= trustedMs || ms < entry.readAt) {
      kept.delete(hash);
      const seen = entry?.lastSeenAt ?? 0;
      const before = changes;
      entry = await readSession(db, token, hash, ms);
      // The last word on it may still be on its way to the database.
      entry.lastSeenAt = Math.max(entry.lastSeenAt, seen);
      if (kept.size >= maxCached) kept.clear();
      if (changes === before) kept.set(hash, entry);
    }
    if (!isAlive(entry, ms, limits)) throw new Refusal('signedOut');
    // An open page asks by itself, day and night; only what a person does keeps a session from idling out.
    if (by === 'person' && ms - entry.lastSeenAt > seenEveryMs) markSeen(entry, ms);
    return entry.account;
  };
}

/** Within both limits: used lately, and not opened too long ago. */
const isAlive = (session: Pick<Kept, 'createdAt' | 'lastSeenAt'>, ms: number, limits: SessionLimits) =>
  ms - session.lastSeenAt <= limits.idleMs && ms - session.createdAt <= limits.absoluteMs;

const readSession = (db: Db, token: string, tokenHash: string, ms: number): Promise<Kept> =>
  inScope(
    db,
    '*',
    async (tx) => {
      const [session] = await tx.select().from(sessions).where(eq(sessions.tokenHash, tokenHash));
      if (!session) throw new Refusal('signedOut');
      if (session.endedAt) throw new Refusal(reasonOf[session.endedBecause ?? 'EXPIRED']);
      const found = await accountById(tx, session.accountId);
      if (!found) throw new Refusal('signedOut');
      const shut = await blockedReason(tx, found);
      if (shut) throw new Refusal(reasonOf[shut]);
      const viewed = await accountViewed(tx, session, found, ms);
      return {
        account: {
          ...(await accountOf(tx, viewed ?? found, { sessionId: session.id, token })),
          ...(viewed && viewedBy(found)),
        },
        createdAt: Date.parse(session.createdAt),
        lastSeenAt: Date.parse(session.lastSeenAt),
        readAt: ms,
      };
    },
    { readOnly: true },
  );

/** A view neither asks for a new password nor does anything; who looks is named beside whom they look through. */
const viewedBy = ({ account: { id, username, nickname } }: KnownAccount) => ({
  viewer: { id, username, nickname },
  mustChangePassword: false,
});

const accountOf = async (
  tx: Tx,
  found: KnownAccount,
  session: { sessionId: string; token: string },
): Promise<Account> => ({
  id: found.account.id,
  username: found.account.username,
  nickname: found.account.nickname,
  ...(found.roleName !== null && { roleName: found.roleName }),
  ...session,
  superAdmin: found.account.roleType === 1,
  companyId: found.company.id,
  scope: await scopeOf(tx, found.account, found.company),
  held: new Set(found.held ?? []),
  mustChangePassword: found.account.mustChangePassword,
});
