import type { ConfirmNeeded } from '@sweepline/contract';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newSecret } from '../../platform/runtime/ids.ts';
import { accountById, type KnownAccount } from '../accounts/account-service.ts';
import { notify } from '../notices/notice-service.ts';
import { placeAmong, placesOf, rememberPlace } from './known-place-service.ts';
import {
  endSessions,
  hashOf,
  lockAccount,
  openSession,
  ownSession,
  type SessionLimits,
} from './session-service.ts';
import { sessions } from './session-table.ts';
import { sweepSignIns } from './sign-in-service.ts';
import { loginConfirms } from './sign-in-table.ts';
import { blockedReason } from './account-status-service.ts';

const confirmMs = 60_000;

/** Where a login comes from, and what it works with. */
export interface Entrance {
  db: Tx;
  bus: Bus;
  now: Clock;
  limits: SessionLimits;
  address: string;
  agent: string;
}

/** The session that was opened, with what there is to know of its account. */
export interface Entered {
  known: KnownAccount;
  token: string;
}

/** Refuses whoever knows the password and may not come in all the same. */
async function checkStanding({ db, now }: Entrance, known: KnownAccount): Promise<void> {
  const shut = await blockedReason(db, known);
  if (shut) throw new Refusal(shut === 'DISABLED' ? 'accountDisabled' : 'companyFrozen');
  const { mustChangePassword, initialPasswordUntil } = known.account;
  if (
    mustChangePassword &&
    initialPasswordUntil !== null &&
    Date.parse(initialPasswordUntil) <= now().getTime()
  )
    throw new Refusal('initialPasswordExpired');
}

/** The account, locked: of two logins at once the later one sees the session of the earlier. */
async function lockedAccount(db: Tx, accountId: string): Promise<KnownAccount> {
  await lockAccount(db, accountId);
  const known = await accountById(db, accountId);
  if (!known) throw new Refusal('wrongCredentials');
  return known;
}

/** A browser and an address that both are new to an account are worth a word to its owner; the very first are not. */
async function tellOfNewPlace(
  { db, bus, now, address }: Entrance,
  { account: { id: accountId, companyId } }: KnownAccount,
  deviceHash: string | null,
): Promise<void> {
  const places = await placesOf(db, accountId);
  const { addressKnown } = placeAmong(places, accountId, { address, device: undefined });
  if (places.size === 0 || addressKnown || places.has(deviceHash ?? '')) return;
  const words = { template: 'signedInFromNewAddress' as const, params: { address } };
  await notify(db, bus, now, { kind: 'system', companyId, accountId, ...words });
}

async function open(entrance: Entrance, known: KnownAccount, deviceHash: string | null): Promise<Entered> {
  const { db, now, address, agent } = entrance;
  await tellOfNewPlace(entrance, known, deviceHash);
  const token = await openSession(db, now, known.account, { address, agent });
  await rememberPlace(db, now().toISOString(), known.account, { address, device: deviceHash });
  await sweepSignIns(db, now);
  return { known, token };
}

/**
 * Opens a session for an account whose password `passwordHash` was found to fit; when another is live, answers what is needed
 * to end it instead.
 */
export async function enter(
  entrance: Entrance,
  checked: { id: string; passwordHash: string },
  deviceHash: string | null,
): Promise<Entered | ConfirmNeeded> {
  const { db, bus, now, limits } = entrance;
  const known = await lockedAccount(db, checked.id);
  // Replaced between the look at it and now: what was checked opens nothing any more.
  if (known.account.passwordHash !== checked.passwordHash) throw new Refusal('wrongCredentials');
  await checkStanding(entrance, known);
  const [live] = await db
    .select()
    .from(sessions)
    .where(and(ownSession(known.account.id), isNull(sessions.endedAt)));
  const ms = now().getTime();
  const isLive =
    live &&
    ms - Date.parse(live.lastSeenAt) <= limits.idleMs &&
    ms - Date.parse(live.createdAt) <= limits.absoluteMs;
  if (isLive) return await askToConfirm(entrance, known, live, deviceHash);
  await endSessions(db, bus, now, 'EXPIRED', ownSession(known.account.id));
  return await open(entrance, known, deviceHash);
}

async function askToConfirm(
  { db, now }: Entrance,
  { account }: KnownAccount,
  live: typeof sessions.$inferSelect,
  deviceHash: string | null,
): Promise<ConfirmNeeded> {
  const at = now();
  const confirmToken = newSecret();
  await db
    .delete(loginConfirms)
    .where(and(eq(loginConfirms.accountId, account.id), lt(loginConfirms.expiresAt, at.toISOString())));
  await db.insert(loginConfirms).values({
    companyId: account.companyId,
    accountId: account.id,
    tokenHash: hashOf(confirmToken),
    expiresAt: new Date(at.getTime() + confirmMs).toISOString(),
    deviceHash,
  });
  const { createdAt: since, lastSeenAt, address, agent } = live;
  return { needConfirm: true, confirmToken, since, lastSeenAt, address, agent };
}

/** Opens the session that waited for this word and kicks the one that is live. A token is good once: of two one wins. */
export async function confirm(entrance: Entrance, confirmToken: string): Promise<Entered> {
  const { db, bus, now } = entrance;
  const [asked] = await db
    .delete(loginConfirms)
    .where(eq(loginConfirms.tokenHash, hashOf(confirmToken)))
    .returning();
  if (!asked || Date.parse(asked.expiresAt) <= now().getTime()) throw new Refusal('confirmExpired');
  const known = await lockedAccount(db, asked.accountId);
  await checkStanding(entrance, known);
  await endSessions(db, bus, now, 'KICKED', ownSession(known.account.id));
  return await open(entrance, known, asked.deviceHash);
}
